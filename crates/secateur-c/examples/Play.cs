// Secateur from C#, as in Unity or Godot: a game of Connect-4 between two levels.
//
// mcs Play.cs && LD_LIBRARY_PATH=../../../target/release mono Play.exe

using System;
using System.Runtime.InteropServices;
using System.Text;

static class Secateur
{
    // The file is libsecateur_c.so, libsecateur_c.dylib or secateur_c.dll.
    const string Library = "secateur_c";

    [StructLayout(LayoutKind.Sequential)]
    public struct Limits
    {
        public uint depth, milliseconds;
        public ulong nodes, hash;
        public uint threads, level;
        public ulong seed;
        public IntPtr algorithm;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Answer
    {
        public IntPtr best, line;
        public int value, pliesToEnd;
        public uint depth;
        [MarshalAs(UnmanagedType.I1)] public bool exact;
        public ulong nodes;
        public double milliseconds;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int Report(ref Answer report, IntPtr user);

    [DllImport(Library)] public static extern IntPtr secateur_new(byte[] game);
    [DllImport(Library)] public static extern void secateur_free(IntPtr game);
    [DllImport(Library)] public static extern int secateur_play(IntPtr game, IntPtr played);
    [DllImport(Library)] public static extern IntPtr secateur_drawing(IntPtr game);
    [DllImport(Library)] public static extern IntPtr secateur_outcome(IntPtr game);
    [DllImport(Library)] public static extern IntPtr secateur_error();
    [DllImport(Library)] public static extern int secateur_analyse(IntPtr game, ref Limits limits, ref Answer answer, Report report, IntPtr user);

    // Texts are UTF-8 and end with a zero byte.
    public static byte[] Bytes(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

    public static string Text(IntPtr text)
    {
        var length = 0;
        while (Marshal.ReadByte(text, length) != 0) length++;
        var bytes = new byte[length];
        Marshal.Copy(text, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

    public static void Check(int status)
    {
        if (status != 0) throw new InvalidOperationException(Text(secateur_error()));
    }
}

static class Play
{
    static void Main()
    {
        var game = Secateur.secateur_new(Secateur.Bytes("connect4"));
        if (game == IntPtr.Zero) throw new InvalidOperationException(Secateur.Text(Secateur.secateur_error()));
        var answer = new Secateur.Answer();
        var first = new Secateur.Limits();
        Secateur.Report report = (ref Secateur.Answer found, IntPtr user) =>
        {
            Console.WriteLine("depth {0,2}: {1:+0;-0;+0}, {2}", found.depth, found.value, Secateur.Text(found.line));
            return found.depth >= 6 ? 1 : 0; // anything but 0: that is enough
        };
        Secateur.Check(Secateur.secateur_analyse(game, ref first, ref answer, report, IntPtr.Zero));
        GC.KeepAlive(report);

        for (var ply = 0; Secateur.Text(Secateur.secateur_outcome(game)) == ""; ply++)
        {
            var limits = new Secateur.Limits { level = ply % 2 == 0 ? 2u : 7u, seed = 1 };
            Secateur.Check(Secateur.secateur_analyse(game, ref limits, ref answer, null, IntPtr.Zero));
            Secateur.Check(Secateur.secateur_play(game, answer.best));
        }
        Console.WriteLine(Secateur.Text(Secateur.secateur_drawing(game)));
        Console.WriteLine(Secateur.Text(Secateur.secateur_outcome(game)));
        Secateur.secateur_free(game);
    }
}
