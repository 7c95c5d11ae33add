//! Many clients at once, half of whom search and mostly leave in mid-search, some with nonsense.

use super::{Socket, client_of, connect, endless, last, send, served};
use secateur_web::Config;
use serde_json::json;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// Numbers of a client's own, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % most
    }

    fn wait(&mut self, (from, to): (u64, u64)) {
        std::thread::sleep(Duration::from_millis(from + self.below(to - from)));
    }
}

/// Asks for positions, and says how long each answer took.
fn asks(socket: &mut Socket, dice: &mut Dice, until: Instant) -> Vec<Duration> {
    let mut took = Vec::new();
    for id in 1.. {
        dice.wait((500, 2_000));
        if Instant::now() >= until {
            break;
        }
        let start = Instant::now();
        let place = json!({"game": "nim", "start": "3,4,5", "moves": []});
        send(socket, &json!({"id": id, "ask": {"position": place}}));
        assert_eq!(last(socket, id)["position"]["game"], "nim");
        took.push(start.elapsed());
    }
    took
}

/// Connects, searches, or talks nonsense; and is gone, mostly without a word.
fn searches(host: &str, dice: &mut Dice) {
    let Ok(mut socket) = connect(host, Some(&format!("http://{host}")), "socket") else { return };
    dice.wait((200, 2_000));
    match dice.below(20) {
        0 => drop(socket.send(Message::text("{".repeat(100)))),
        1 => drop(socket.send(Message::text("x".repeat(300_000)))),
        _ => send(&mut socket, &endless(1)),
    }
    dice.wait((100, 1_500));
    if dice.below(10) < 3 {
        drop(socket.send(Message::text(r#"{"id":2,"ask":{"stop":1}}"#)));
        drop(socket.read());
    }
}

/// Lets so many clients loose for a time; the times of the answers, in order. In the end no search is left: a new client gets
/// one begun and ended at once.
fn loose(clients: u64, time: Duration) -> Vec<Duration> {
    let host = served(Config::default());
    let (until, all) = (Instant::now() + time, Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for n in 0..clients {
            let (host, all) = (&host, &all);
            scope.spawn(move || {
                let mut dice = Dice(n);
                if n % 2 == 0 {
                    let took = asks(&mut client_of(host), &mut dice, until);
                    all.lock().unwrap().extend(took);
                } else {
                    while Instant::now() < until {
                        searches(host, &mut dice);
                    }
                }
            });
        }
    });
    let mut socket = client_of(&host);
    send(&mut socket, &endless(1));
    std::thread::sleep(Duration::from_millis(500));
    send(&mut socket, &json!({"id": 2, "ask": {"stop": 1}}));
    assert_eq!(last(&mut socket, 1)["answer"]["stopped_by"], "interrupt");
    let mut all = all.into_inner().unwrap();
    all.sort_unstable();
    all
}

#[test]
fn a_crowd_for_a_moment() {
    assert!(loose(40, Duration::from_secs(4)).len() > 20);
}

/// This process's resident memory in MiB; 0 where the system has no such file.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    pages.and_then(|all| all.split(' ').nth(1)?.parse().ok()).map_or(0, |pages: u64| pages * 4 / 1_024)
}

/// Two hundred for ten minutes, whose memory is looked at every second. Needs cores that have nothing else to do.
#[test]
#[ignore = "takes ten minutes"]
fn a_crowd_for_ten_minutes() {
    let time = Duration::from_secs(600);
    let every_second = || std::thread::sleep(Duration::from_secs(1));
    let sampler = std::thread::spawn(move || {
        (0..time.as_secs()).map(|_| (every_second(), resident()).1).collect::<Vec<_>>()
    });
    let (took, held) = (loose(200, time), sampler.join().unwrap());
    let most = |from: usize, to: usize| {
        held[held.len() * from / 10..held.len() * to / 10].iter().max().copied().unwrap()
    };
    println!(
        "MiB at most in each tenth of the time: {:?}",
        (0..10).map(|n| most(n, n + 1)).collect::<Vec<_>>()
    );
    assert!(most(5, 10) <= most(1, 5) + most(1, 5) / 5, "memory grows");
    let share = |thousandths: usize| took[(took.len() - 1) * thousandths / 1_000];
    println!(
        "{} answers: half within {:?}, 99 % within {:?}, all within {:?}",
        took.len(),
        share(500),
        share(990),
        share(1_000)
    );
    assert!(share(990) < Duration::from_millis(100));
}
