// Pieces, drawn by ourselves. The sides differ in brightness and in form, not in hue alone.

import type { Look } from "../protocol";

const CHESS: Record<string, preact.JSX.Element> = {
  p: <><circle cy={-15} r={11.500} /><path d="M-8,-5 H8 L13,24 H-13 Z" /><path d="M-19,24 H19 V32 H-19 Z" /></>,
  r: <><path d="M-19,-32 H-10 V-25 H-5 V-32 H5 V-25 H10 V-32 H19 V-15 L12,-10 L15,24 H-15 L-12,-10 L-19,-15 Z" /><path d="M-21,24 H21 V32 H-21 Z" /></>,
  n: <><path d="M-13,24 C-14,8 2,4 2,-7 C-4,-3 -10,1 -15,0 C-21,-2 -20,-9 -14,-14 C-12,-25 -3,-31 5,-31 L7,-36 L12,-29 C21,-18 20,6 16,24 Z" /><path d="M-20,24 H21 V32 H-20 Z" /><circle cx={-3} cy={-19} r={2.2} class="eye" /></>,
  b: <><circle cy={-35} r={4} /><path d="M0,-31 C15,-18 14,-6 6,3 L11,24 H-11 L-6,3 C-14,-6 -15,-18 0,-31 Z" /><path d="M-4,-14 L5,-20" class="line" /><path d="M-19,24 H19 V32 H-19 Z" /></>,
  q: <><path d="M-25,-20 L-13,-1 L-11,-29 L0,-4 L11,-29 L13,-1 L25,-20 L16,24 H-16 Z" /><circle cx={-26} cy={-24} r={4} /><circle cx={-12} cy={-33} r={4} /><circle cx={12} cy={-33} r={4} /><circle cx={26} cy={-24} r={4} /><path d="M-20,24 H20 V32 H-20 Z" /></>,
  k: <><path d="M-3,-41 H3 V-35 H9 V-29 H3 V-22 H-3 V-29 H-9 V-35 H-3 Z" /><path d="M0,-22 C18,-26 30,-14 22,2 L16,24 H-16 L-22,2 C-30,-14 -18,-26 0,-22 Z" /><path d="M-20,24 H20 V32 H-20 Z" /></>,
};

const QUEEN = CHESS.q!;

export function Piece({ mark, look, game }: { mark: string; look: Look; game: string }) {
  const base = game.replace(/-\d.*$/, "");
  if (base === "chess") {
    const side = mark === mark.toUpperCase() ? "light" : "dark";
    return <g class={`man ${side}`}>{CHESS[mark.toLowerCase()] ?? <text y={16}>{mark}</text>}</g>;
  }
  if (base === "amazons") {
    if (mark === "#") return <g class="arrow"><rect x={-50} y={-50} width={100} height={100} /><path d="M-22,-22 L22,22 M22,-22 L-22,22" /></g>;
    return <g class={`man ${mark === "X" ? "light" : "dark"}`}>{QUEEN}</g>;
  }
  if (base === "tictactoe") {
    return mark === "X" ? (
      <path class="cross" d="M-27,-27 L27,27 M27,-27 L-27,27" />
    ) : (
      <circle class="ring" r={29} />
    );
  }
  if (base === "checkers" || base === "draughts") {
    const isKing = mark === mark.toUpperCase();
    return (
      <g class={`disc ${mark.toLowerCase() === "w" ? "light" : "dark"}`}>
        <circle r={38} />
        <circle r={28} class="inner" />
        {isKing && <path class="crown" d="M-17,12 L-20,-12 L-8,-1 L0,-16 L8,-1 L20,-12 L17,12 Z" />}
      </g>
    );
  }
  if (base === "domineering") return <rect class={`block ${mark === "V" || mark === "X" ? "first" : "second"}`} x={-42} y={-42} width={84} height={84} rx={8} />;
  if (look === "drop" || look === "layers" || look === "hexagons") {
    return (
      <g class={`token ${mark === "X" ? "first" : "second"}`}>
        <circle r={36} />
        {mark === "X" ? <circle r={13} class="dot" /> : <circle r={20} class="hoop" />}
      </g>
    );
  }
  if (mark === "X" || mark === "O") {
    if (base === "dodgem") {
      return (
        <g class={`disc ${mark === "X" ? "dark" : "light"}`}>
          <rect x={-34} y={-34} width={68} height={68} rx={14} />
          <path class="crown" d={mark === "X" ? "M-12,-16 L18,0 L-12,16 Z" : "M-16,12 L0,-18 L16,12 Z"} />
        </g>
      );
    }
    return <g class={`disc ${mark === "X" ? "dark" : "light"}`}><circle r={look === "points" ? 44 : look === "mill" ? 34 : 39} /></g>;
  }
  if (base === "dobutsu") {
    const isFirst = mark === mark.toUpperCase();
    const names: Record<string, string> = { l: "Li", g: "Gi", e: "El", c: "Ch", h: "He" };
    return (
      <g class={`tile ${isFirst ? "light" : "dark"}`}>
        <path d={isFirst ? "M0,-42 L34,-20 V38 H-34 V-20 Z" : "M0,42 L34,20 V-38 H-34 V20 Z"} />
        <text y={isFirst ? 20 : 6}>{names[mark.toLowerCase()] ?? mark}</text>
      </g>
    );
  }
  if (mark === "#") return <rect class="blocked" x={-50} y={-50} width={100} height={100} />;
  return <text class="letter" y={18}>{mark}</text>;
}

/** What a mark is called. */
export function pieceName(mark: string, game: string): string {
  const base = game.replace(/-\d.*$/, "");
  if (base === "chess") {
    const names: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
    return `${mark === mark.toUpperCase() ? "white" : "black"} ${names[mark.toLowerCase()] ?? mark}`;
  }
  if (base === "checkers" || base === "draughts") {
    return `${mark.toLowerCase() === "w" ? "white" : "black"} ${mark === mark.toUpperCase() ? "king" : "man"}`;
  }
  if (mark === "#") return "blocked";
  return mark;
}
