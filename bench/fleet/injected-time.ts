import pg from 'pg'

/** Of a server, which all its databases have in common. */
export interface InjectedTime {
  now(): number
  forward(ms: number): Promise<void>
}

/**
 * Puts a clock before PostgreSQL's own in a database, for connections made from then on: whatever asks for `now()`, in
 * statements and triggers, is told the time that the setting `fleet.ahead` of the server makes of it.
 */
export async function injectTime(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const name = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  await client.query(`
    create schema fleet;
    create function fleet.now() returns timestamptz language sql stable
      return pg_catalog.now() + current_setting('fleet.ahead')::interval;
    create function fleet.clock_timestamp() returns timestamptz language sql volatile
      return pg_catalog.clock_timestamp() + current_setting('fleet.ahead')::interval;
    alter database ${name} set search_path = fleet, public, pg_catalog`)
  await client.end()
}

/**
 * The time of a server that is ours alone. It goes on by leaps while nothing is under way, or a lease would run out on it.
 * @param pool of one connection
 */
export async function timeOf(pool: pg.Pool): Promise<InjectedTime> {
  let ahead = 0
  async function set(): Promise<void> {
    const setting = `${ahead} ms`
    await pool.query(`alter system set fleet.ahead = '${setting}'`)
    await pool.query('select pg_reload_conf()')
    for (;;) {
      const { rows } = await pool.query<{ now: string }>(`select current_setting('fleet.ahead', true) as now`)
      if (rows[0]?.now === setting) return
    }
  }
  await set()
  return {
    now: () => Date.now() + ahead,
    async forward(ms) {
      ahead += ms
      await set()
    },
  }
}
