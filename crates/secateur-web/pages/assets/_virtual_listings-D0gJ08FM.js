var e={alpha_beta:`pub fn alpha_beta<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut moves, mut index) = (cx.moves(pos, &node), 0);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| alpha_beta(cx, child, depth - 1, -beta, -alpha))?;
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}`,alpha_beta_hard:`pub fn alpha_beta_hard<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut index) = (-Score::INF, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let floor = best.max(node.alpha);
        let score =
            -cx.visit(pos, m, |cx, child| alpha_beta_hard(cx, child, depth - 1, -node.beta, -floor))?;
        best = floor.max(score);
        if best >= node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best).clamp(alpha, beta))
}`,alpha_beta_hard_memory:`pub fn alpha_beta_hard_memory<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let floor = best.max(node.alpha);
        let score =
            -cx.visit(pos, m, |cx, child| alpha_beta_hard_memory(cx, child, depth - 1, -node.beta, -floor))?;
        if score > floor {
            choice = Some(m);
        }
        best = floor.max(score);
        if best >= node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice).clamp(alpha, beta))
}`,alpha_beta_memory:`pub fn alpha_beta_memory<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta) = (node.alpha, node.beta);
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| alpha_beta_memory(cx, child, depth - 1, -beta, -alpha))?;
        best = best.max(score);
        if score > alpha {
            (alpha, choice) = (score, Some(m));
        }
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}`,alpha_beta_pair:`pub fn alpha_beta_pair<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut alpha = -Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        // What comes up from a child is said from the child's side, so the pair turns it round.
        let below = |cx: &mut C, child: &_| Ok(-min_value(cx, child, depth - 1, alpha, Score::INF)?);
        alpha = alpha.max(-cx.visit(pos, m, below)?);
    }
    Ok(cx.close(pos, &node, alpha))
}

fn max_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut index) = (-Score::INF, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let alpha = best.max(node.alpha);
        let below = |cx: &mut C, child: &_| Ok(-min_value(cx, child, depth - 1, alpha, node.beta)?);
        best = alpha.max(-cx.visit(pos, m, below)?); // the first player has this in hand
        if best >= node.beta {
            // The second player has better elsewhere.
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best).clamp(alpha, beta))
}

fn min_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, -beta, -alpha)?;
    if let Some(score) = node.known {
        return Ok((-score).clamp(alpha, beta));
    }
    let (mut worst, mut index) = (Score::INF, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let beta = worst.min(-node.alpha);
        worst = beta.min(cx.visit(pos, m, |cx, child| max_value(cx, child, depth - 1, -node.beta, beta))?);
        if worst <= -node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok((-cx.close(pos, &node, -worst)).clamp(alpha, beta))
}`,max_min:`pub fn max_min<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    max_value(cx, pos, depth)
}

fn max_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut best = -Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        // What comes up from a child is said from the child's side, so the pair turns it round.
        let score = -cx.visit(pos, m, |cx, child| Ok(-min_value(cx, child, depth - 1)?))?;
        best = best.max(score);
    }
    Ok(cx.close(pos, &node, best))
}

fn min_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(-score);
    }
    let mut best = Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = cx.visit(pos, m, |cx, child| max_value(cx, child, depth - 1))?;
        best = best.min(score);
    }
    Ok(-cx.close(pos, &node, -best))
}`,memory_test:`pub fn memory_test<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, bound: Score) -> Value<C> {
    let node = cx.open(pos, depth, bound.prev(), bound)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        best = best.max(-cx.visit(pos, m, |cx, child| memory_test(cx, child, depth - 1, -bound.prev()))?);
        if best >= bound {
            choice = Some(m);
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}`,minimax:`pub fn minimax<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut best = -Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| minimax(cx, child, depth - 1))?;
        best = best.max(score);
    }
    Ok(cx.close(pos, &node, best))
}`,minimax_memory:`pub fn minimax_memory<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut best, mut choice) = (-Score::INF, None);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| minimax_memory(cx, child, depth - 1))?;
        if score > best {
            (best, choice) = (score, Some(m));
        }
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}`,nega_scout:`pub fn nega_scout<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut moves, mut index) = (cx.moves(pos, &node), 0);
    while let Some(m) = moves.next(cx) {
        let scout = if index == 0 { beta } else { alpha.next() };
        let mut score = -cx.visit(pos, m, |cx, child| nega_scout(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            let proven = score;
            let above = -cx.revisit(pos, m, |cx, child| nega_scout(cx, child, depth - 1, -beta, -proven))?;
            score = proven.max(above);
        }
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}`,null_move:`fn search<C: Cx<Game: Hints>>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
    nulls: Nulls,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (beta, mut less) = (node.beta, 0);
    if let Some((passed, rest, then)) = nulls.pass(cx, pos, depth, beta) {
        let score =
            -cx.visit_null(pos, &passed, |cx, child| search(cx, child, rest, -beta, (-beta).next(), then))?;
        match nulls.how.verification {
            _ if score < beta => {}
            Some(plies) => less = plies,
            None => return Ok(cx.settle(node.bounds.clamp(unproven(score, beta)), Why::Null)),
        }
    }
    loop {
        let (plies, then) = (depth - less, nulls.moved(less > 0)); // shallower while verifying
        let (mut alpha, mut best, mut index, mut moves) = (node.alpha, -Score::INF, 0, cx.moves(pos, &node));
        while let Some(m) = moves.next(cx) {
            let score = -cx.visit(pos, m, |cx, child| search(cx, child, plies - 1, -beta, -alpha, then))?;
            (best, alpha) = (best.max(score), alpha.max(score));
            if alpha >= beta {
                cx.cutoff(pos, plies, index, m);
                break;
            }
            index += 1;
        }
        if less == 0 || best >= beta {
            return Ok(cx.close(pos, &node, best));
        }
        less = 0; // the null move was wrong: once more, in full
    }
}`,pvs:`pub fn pvs<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut moves, mut index) = (cx.moves(pos, &node), 0);
    while let Some(m) = moves.next(cx) {
        let scout = if index == 0 { beta } else { alpha.next() };
        let mut score = -cx.visit(pos, m, |cx, child| pvs(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            score = -cx.revisit(pos, m, |cx, child| pvs(cx, child, depth - 1, -beta, -alpha))?;
        }
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}`,pvs_memory:`pub fn pvs_memory<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta) = (node.alpha, node.beta);
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let scout = if index == 0 { beta } else { alpha.next() };
        let mut score = -cx.visit(pos, m, |cx, child| pvs_memory(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            score = -cx.revisit(pos, m, |cx, child| pvs_memory(cx, child, depth - 1, -beta, -alpha))?;
        }
        best = best.max(score);
        if score > alpha {
            (alpha, choice) = (score, Some(m));
        }
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}`,quiescence:`pub fn quiescence<C: Cx<Game: Hints>>(cx: &mut C, pos: &C::Game, alpha: Score, beta: Score) -> Value<C> {
    beyond(cx, pos, alpha, beta, Quiescent::REACH)
}

fn beyond<C: Cx<Game: Hints>>(cx: &mut C, pos: &C::Game, alpha: Score, beta: Score, left: u32) -> Value<C> {
    let node = cx.open_beyond(pos, alpha, beta)?;
    match node.known {
        Some(score) => Ok(score),
        None => quieten(cx, pos, node, left),
    }
}

fn quieten<C: Cx<Game: Hints>>(cx: &mut C, pos: &C::Game, node: Node<MoveOf<C>>, left: u32) -> Value<C> {
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut evasions, mut noisy) = (None, pos.noisy().filter(|&m| pos.exchange(m, 0)).peekable());
    if left > 0 && pos.in_check() {
        evasions = Some(cx.moves(pos, &node));
    } else {
        best = cx.eval(pos);
        alpha = alpha.max(best);
        if alpha >= beta || left == 0 || noisy.peek().is_none() {
            let why = if alpha >= beta { Why::StandPat } else { Why::Leaf };
            return Ok(cx.settle(node.bounds.clamp(best), why));
        }
    }
    let mut index = 0;
    while let Some(m) = evasions.as_mut().map_or_else(|| noisy.next(), |moves| moves.next(cx)) {
        let score = -cx.visit(pos, m, |cx, child| beyond(cx, child, -beta, -alpha, left - 1))?;
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            cx.cutoff(pos, 0, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}`,realization:`fn search<C: Cx<Game: Hints>>(
    cx: &mut C,
    pos: &C::Game,
    left: u32,
    alpha: Score,
    beta: Score,
    how: &Realization,
) -> Value<C> {
    let node = cx.open(pos, left, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, left, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, after_a_ply) = (node.alpha, node.beta, left.saturating_sub(PLY));
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let threatens = LazyCell::new(|| pos.threatens());
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let kind = MoveKind::of(pos, m, index, node.hint, |m| LazyCell::force(&threatens)(m));
        let rest = left.saturating_sub(how.parts[kind as usize]);
        let scout = if rest < after_a_ply { alpha.next() } else { beta };
        let mut score = -cx.visit(pos, m, |cx, child| search(cx, child, rest, -scout, -alpha, how))?;
        if rest < after_a_ply && score > alpha {
            score = -cx.revisit(pos, m, |cx, child| search(cx, child, after_a_ply, -beta, -alpha, how))?;
        }
        best = best.max(score);
        if score > alpha {
            (alpha, choice) = (score, Some(m));
        }
        if alpha >= beta {
            cx.cutoff(pos, left.div_ceil(PLY), index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, left, &node, best, choice))
}`,reflex:`pub fn reflex<G: Game, M: Memory<G>, H: History<G>>(
    memory: &mut M,
    path: &mut H,
    pos: &G,
    depth: u32,
) -> Option<G::Move> {
    if pos.outcome().is_some() {
        return None;
    }
    let hint = memory.recall(pos, Place { ply: 0, depth, salt: path.salt() }).hint;
    let mut best = None;
    for m in pos.moves() {
        if hint == Some(m) {
            return hint;
        }
        let child = pos.child(m);
        path.push(pos, Some(m), &child);
        let below = Place { ply: 1, depth: depth.saturating_sub(1), salt: path.salt() };
        let known = match child.outcome() {
            Some(score) => Bounds::exact(score.to_root(1)),
            None if path.repeats(1).is_some() => Bounds::exact(path.worth().to_root(1)),
            None => memory.recall(&child, below).bounds,
        };
        path.pop();
        let worth = (-known.clamp(Score::DRAW), -known.upper);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, m));
        }
    }
    best.map(|(_, m)| m)
}`,retrograde:`pub fn retrograde<G: Hints, S: Stop>(
    roots: impl IntoIterator<Item = G>,
    bytes: usize,
    stop: &mut S,
) -> Result<Option<Retrograde>, S::Halt> {
    let Some(Web { reached, ends, mut open, before }) = Web::from(roots, bytes, stop)? else {
        return Ok(None);
    };
    let mut best = vec![-Score::INF; open.len()];
    let (mut settled, mut queue) = (vec![false; open.len()], Queue::default());
    for (at, score) in ends {
        best[at as usize] = score;
        queue.push(at, score);
    }
    while let Some(at) = queue.pop() {
        if mem::replace(&mut settled[at as usize], true) {
            continue;
        }
        stop.poll()?;
        let score = -best[at as usize].to_root(1);
        for &parent in before.of(at) {
            let p = parent as usize;
            open[p] -= 1;
            let wins = score > best[p] && score > Score::DRAW;
            best[p] = best[p].max(score);
            if wins || open[p] == 0 {
                queue.push(parent, best[p]);
            }
        }
    }
    Ok(Some(Retrograde::new(reached, best, &settled, &before)))
}`,scout:`pub fn scout<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut moves, mut best) = (cx.moves(pos, &node), -Score::INF);
    while let Some(m) = moves.next(cx) {
        if best == -Score::INF {
            best = -cx.visit(pos, m, |cx, child| scout(cx, child, depth - 1))?;
        } else if -cx.visit(pos, m, |cx, child| test(cx, child, depth - 1, -best))? > best {
            best = -cx.revisit(pos, m, |cx, child| scout(cx, child, depth - 1))?;
        }
    }
    Ok(cx.close(pos, &node, best))
}

/// TEST: whether the value reaches a bound. An answer of at least the bound says yes.
fn test<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, bound: Score) -> Value<C> {
    let node = cx.open(pos, depth, bound.prev(), bound)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut moves, mut best, mut index) = (cx.moves(pos, &node), -Score::INF, 0);
    while let Some(m) = moves.next(cx) {
        best = best.max(-cx.visit(pos, m, |cx, child| test(cx, child, depth - 1, -bound.prev()))?);
        if best >= bound {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}`,sss_star:`pub fn sss_star<C: Cx>(cx: &mut C, root: &C::Game, depth: u32) -> Value<C> {
    let above = Cell::new(State { most: Score::WIN, least: -Score::INF, solved: false, max: true });
    let mut tree = SearchTree::with_bytes(usize::MAX);
    let answer = tree.search(cx, root, &mut SssStar { depth, above: &above });
    let value = answer.bounds.upper;
    match (answer.end, answer.line.first()) {
        (End::Halted(halt), _) => Err(halt),
        (End::Settled, Some(&m)) => cx.visit(root, m, |_, _| Ok(-value)).map(|reply| -reply),
        (End::Settled, None) => Ok(value),
        _ => panic!("there should be memory for the tree"),
    }
}

impl BestFirst for SssStar<'_> {
    type Data = State;
    const EAGER: bool = false;

    fn value(&self, ply: u32, node: &State, children: &[Child<State>]) -> State {
        let (next, most) =
            (&children[self.next(ply, node, children)].data, |child: &Child<State>| child.data.most);
        if is_max(ply) {
            return State { most: next.most.min(node.most), solved: next.solved, ..*node };
        }
        let most = children.iter().map(most).fold(node.most, Score::min);
        State { most, solved: next.solved || most <= node.least, ..*node }
    }

    fn choose(&self, ply: u32, node: &State, children: &[Child<State>]) -> usize {
        self.above.set(*node);
        self.next(ply, node, children)
    }`};export{e as default};