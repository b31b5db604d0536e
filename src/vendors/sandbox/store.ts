import { DatabaseSync } from 'node:sqlite'

/** A stored object and its place: `id` is unique in its collection, `parent` groups (a zone's records, …). */
interface Stored<T> {
  id: string
  parent: string | null
  value: T
}

interface ListOptions {
  parent?: string
  limit?: number
  offset?: number
  newestFirst?: boolean
}

export interface Collection<T> {
  get(id: string): T | undefined
  /** Inserts or replaces; without a parent a replaced one keeps its own. */
  put(id: string, value: T, parent?: string): void
  /** The same for a value that is JSON text already. */
  putText(id: string, json: string, parent?: string): void
  delete(id: string): boolean
  /** In order of first insertion, or the other way round. */
  list(options?: ListOptions): T[]
  entries(options?: ListOptions): Stored<T>[]
  count(parent?: string): number
}

export interface Store {
  collection<T>(name: string): Collection<T>
  /** The next number of a sequence, from 1. */
  next(sequence: string): number
  /** All or nothing; nested calls join the outer one. */
  transaction<R>(work: () => R): R
  /** Names and sizes, for the console. */
  collections(): { name: string; size: number }[]
  /** Grows with every change since the store was opened. */
  changes(): number
  /** Forgets everything. */
  clear(): void
  close(): void
}

const setUp = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  -- In KiB: keys in no order meet pages all over a large file.
  PRAGMA cache_size = -65536;
  CREATE TABLE IF NOT EXISTS documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    parent TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (collection, id)
  );
  CREATE INDEX IF NOT EXISTS documents_in_order ON documents (collection, seq);
  CREATE INDEX IF NOT EXISTS documents_by_parent ON documents (collection, parent, seq);
  CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`

function prepareStatements(db: DatabaseSync) {
  const one = db.prepare('SELECT value FROM documents WHERE collection = ? AND id = ?')
  const upsert = db.prepare(
    `INSERT INTO documents (collection, id, parent, value) VALUES (?1, ?2, coalesce(?3, ''), ?4)
     ON CONFLICT (collection, id) DO UPDATE SET parent = coalesce(?3, parent), value = excluded.value`,
  )
  const remove = db.prepare('DELETE FROM documents WHERE collection = ? AND id = ?')
  const inOrder = (where: string, direction: 'ASC' | 'DESC') =>
    db.prepare(
      `SELECT id, parent, value FROM documents WHERE ${where} ORDER BY seq ${direction} LIMIT ? OFFSET ?`,
    )
  const all = inOrder('collection = ?', 'ASC')
  const allNewestFirst = inOrder('collection = ?', 'DESC')
  const byParent = inOrder('collection = ? AND parent = ?', 'ASC')
  const byParentNewestFirst = inOrder('collection = ? AND parent = ?', 'DESC')
  const countAll = db.prepare('SELECT count(*) AS n FROM documents WHERE collection = ?')
  const countByParent = db.prepare('SELECT count(*) AS n FROM documents WHERE collection = ? AND parent = ?')
  const bump = db.prepare(
    'INSERT INTO sequences (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value',
  )
  const sizes = db.prepare(
    'SELECT collection AS name, count(*) AS size FROM documents GROUP BY collection ORDER BY 1',
  )
  const changed = db.prepare('SELECT total_changes() AS n')
  return {
    one,
    upsert,
    remove,
    all,
    allNewestFirst,
    byParent,
    byParentNewestFirst,
    countAll,
    countByParent,
    bump,
    sizes,
    changed,
  }
}

/** Keeps every vendor's state as JSON documents in one SQLite file, so that it survives a restart. */
export function openStore(path: string): Store {
  // Another process may be writing into the same file: an account of thousands of orders, for instance.
  const db = new DatabaseSync(path, { timeout: 10_000 })
  db.exec(setUp)
  const statements = prepareStatements(db)
  let depth = 0

  function rows(name: string, options: ListOptions = {}) {
    const { parent, newestFirst, limit = -1, offset = 0 } = options
    const found =
      parent === undefined
        ? (newestFirst ? statements.allNewestFirst : statements.all).all(name, limit, offset)
        : (newestFirst ? statements.byParentNewestFirst : statements.byParent).all(
            name,
            parent,
            limit,
            offset,
          )
    return found.map((row) => ({
      id: String(row.id),
      parent: row.parent === null ? null : String(row.parent),
      value: String(row.value),
    }))
  }

  return {
    collection<T>(name: string): Collection<T> {
      return {
        get(id) {
          const row = statements.one.get(name, id)
          return row && JSON.parse(String(row.value))
        },
        put(id, value, parent) {
          statements.upsert.run(name, id, parent ?? null, JSON.stringify(value))
        },
        putText(id, json, parent) {
          statements.upsert.run(name, id, parent ?? null, json)
        },
        delete: (id) => statements.remove.run(name, id).changes > 0,
        list: (options) => rows(name, options).map((row): T => JSON.parse(row.value)),
        entries: (options) =>
          rows(name, options).map((row) => ({
            id: row.id,
            parent: row.parent,
            value: JSON.parse(row.value),
          })),
        count(parent) {
          const row =
            parent === undefined ? statements.countAll.get(name) : statements.countByParent.get(name, parent)
          return Number(row?.n)
        },
      }
    },
    next: (sequence) => Number(statements.bump.get(sequence)?.value),
    transaction(work) {
      if (depth > 0) return work()
      depth++
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      } finally {
        depth--
      }
    },
    collections: () =>
      statements.sizes.all().map(({ name, size }) => ({ name: String(name), size: Number(size) })),
    changes: () => Number(statements.changed.get()?.n),
    clear: () => db.exec('DELETE FROM documents; DELETE FROM sequences'),
    close: () => db.close(),
  }
}
