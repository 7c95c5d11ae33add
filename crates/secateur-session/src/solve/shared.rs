//! The news that threads searching the same tree share: which windows are answered.

use secateur::Score;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The answers to the windows asked so far, in order. The next window follows from them, so that all threads ask
/// the same ones; the first to know an answer tells the others.
pub(crate) struct Answers<M> {
    list: Mutex<Vec<(Score, Option<M>)>>,
    count: AtomicUsize,
}

impl<M: Copy> Answers<M> {
    pub(crate) fn none() -> Self {
        Answers { list: Mutex::default(), count: AtomicUsize::new(0) }
    }

    /// Whether the answer to the `n`th window is known.
    pub(crate) fn has(&self, n: usize) -> bool {
        self.count.load(Ordering::Acquire) > n
    }

    /// The answer to the `n`th window, and a move that is worth it, if one was found.
    pub(crate) fn get(&self, n: usize) -> Option<(Score, Option<M>)> {
        if !self.has(n) {
            return None;
        }
        self.list.lock().ok()?.get(n).copied()
    }

    /// Tells the answer to the `n`th window, unless another thread has: what counts is the first one told.
    pub(crate) fn tell(&self, n: usize, score: Score, best: Option<M>) -> (Score, Option<M>) {
        let Ok(mut list) = self.list.lock() else { return (score, best) };
        if list.len() == n {
            list.push((score, best));
            self.count.store(list.len(), Ordering::Release);
        }
        list.get(n).copied().unwrap_or((score, best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_counts() {
        let answers = Answers::none();
        assert!(!answers.has(0) && answers.get(0).is_none());
        assert_eq!(answers.tell(0, Score::points(3), Some('a')), (Score::points(3), Some('a')));
        assert_eq!(answers.tell(0, Score::points(5), None), (Score::points(3), Some('a')));
        assert_eq!(answers.tell(1, Score::points(4), None), (Score::points(4), None));
        assert_eq!(
            (answers.get(0), answers.has(1), answers.has(2)),
            (Some((Score::points(3), Some('a'))), true, false)
        );
    }
}
