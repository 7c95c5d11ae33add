//! Stores: what an altered bit, an older program, a full disk and other files do to them.

use super::*;
use rusqlite::Connection;

/// A store with the rows of a few jobs, and those rows.
fn small(path: &Path) -> Vec<ResultRow> {
    let mut store = ExperimentStore::open(path).unwrap();
    run(&read(FEW).unwrap().jobs[..3], &mut store, &games(), 1, &Arc::default(), |_| ()).unwrap();
    held(path).unwrap()
}

fn held(path: &Path) -> Result<Vec<ResultRow>, Error> {
    let mut rows = Vec::new();
    ExperimentStore::open(path)?.rows(|row| {
        rows.push(row);
        Ok::<(), Error>(())
    })?;
    Ok(rows)
}

#[test]
fn an_altered_bit_of_a_store_is_found_or_harmless() {
    let path = path();
    let rows = small(&path);
    let whole = fs::read(&path).unwrap();
    let mut found = 0;
    // One bit of every third byte, each of them in turn; the rows lie in the last page.
    for byte in (0..whole.len()).step_by(3) {
        let mut altered = whole.clone();
        altered[byte] ^= 1 << (byte / 3 % 8);
        fs::write(&path, &altered).unwrap();
        match held(&path) {
            Err(_) => found += 1,
            Ok(read) => assert!(read == rows, "byte {byte}"),
        }
    }
    assert!(found > 300, "{found}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_store_of_an_older_program_gets_checksums() {
    let path = path();
    let rows = small(&path);
    let sql = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    sql("ALTER TABLE rows DROP COLUMN checksum; PRAGMA user_version = 2");
    assert_eq!(held(&path).unwrap(), rows);
    sql("UPDATE rows SET nodes = nodes + 1 WHERE depth = 4");
    let error = held(&path).unwrap_err().to_string();
    assert!(
        error.starts_with("the row ") && error.contains(" was altered: its checksum does not match"),
        "{error}"
    );
    // What the sentence says removes the row.
    let before = rows.len();
    let count = || ExperimentStore::open(&path).unwrap().ids().unwrap().len();
    sql(error.split('"').nth(1).unwrap());
    assert_eq!(count(), before - 1);
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_full_disk_loses_nothing() {
    let jobs = read(FEW).unwrap().jobs;
    let path = path();
    let mut store = ExperimentStore::open(&path).unwrap();
    run(&jobs[..4], &mut store, &games(), 1, &Arc::default(), |_| ()).unwrap();
    // No page more: SQLite finds this as it would find the disk full.
    store.limit_pages(2);
    let flag = Arc::default();
    let error = run(&jobs, &mut store, &games(), 2, &flag, |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("the disk is full, expected room for "), "{error}");
    assert!(flag.load(Ordering::Relaxed));
    drop(store);
    let mut store = ExperimentStore::existing(&path).unwrap();
    assert!(store.ids().unwrap().len() >= 4);
    run(&jobs, &mut store, &games(), 2, &Arc::default(), |_| ()).unwrap();
    assert_eq!(rows(store, &path), done(&jobs, 1));
}

#[test]
fn other_files_and_damaged_ones_are_refused_and_left() {
    let path = path();
    let refused = |expected: &str| {
        let before = fs::read(&path).unwrap();
        let error = ExperimentStore::open(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    assert!(ExperimentStore::existing(&path).unwrap_err().to_string().starts_with("there is no store "));
    fs::write(&path, "something else, and more than a line of it").unwrap();
    refused("is no store of experiments, expected one, or a new file");
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    refused("is no store of experiments, expected a store in format 3, or a new file");
    fs::remove_file(&path).unwrap();

    let mut store = ExperimentStore::open(&path).unwrap();
    let jobs = read(FEW).unwrap().jobs;
    run(&jobs, &mut store, &games(), 1, &Arc::default(), |_| ()).unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 4096]).unwrap();
    refused(" is damaged (");
    let mut torn = whole.clone();
    torn[8192..8292].fill(0xa5);
    fs::write(&path, &torn).unwrap();
    refused(" is damaged (");
    fs::write(&path, &whole).unwrap();
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 4").unwrap();
    refused("is a store in format 4, expected a store in format 3");
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 1").unwrap();
    refused(
        "is a store of an older program, in format 1, which lacks columns, expected a store in format 3, or a new",
    );
    fs::remove_file(&path).unwrap();
}
