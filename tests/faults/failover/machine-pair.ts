import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../server/free-ports.ts'
import { type DatabaseMachine, databaseMachine, roleName, until } from './database-machine.ts'

/** Two machines of one database: a primary, and a standby without which it acknowledges nothing. */
export interface MachinePair {
  primary: DatabaseMachine
  standby: DatabaseMachine
  /** The database at both of them, and through both of their poolers. */
  url: string
  poolerUrl: string
  /** The standby becomes the primary, as the operator has it once the other one is lost. */
  promote(): Promise<void>
  /** What was lost is made again, as the standby of what is the primary now. */
  restore(): Promise<void>
  end(): Promise<void>
}

export async function startMachinePair(): Promise<MachinePair> {
  const directory = mkdtempSync('/tmp/inboxyard-failover-')
  chmodSync(directory, 0o711)
  const port = await freePorts(4)
  const [one, other] = ['one', 'other'].map((name, at) =>
    databaseMachine(join(directory, name), port + at, port + 2 + at),
  ) as [DatabaseMachine, DatabaseMachine]
  const urlAt = (...ports: number[]) =>
    `postgres://${roleName}@${ports.map((each) => `127.0.0.1:${each}`).join(',')}/${roleName}`

  const pair: MachinePair = {
    primary: one,
    standby: other,
    // The standby comes first, so that whoever takes the first host goes wrong.
    url: urlAt(other.port, one.port),
    poolerUrl: urlAt(other.poolerPort, one.poolerPort),
    async promote() {
      await pair.standby.ask('select pg_promote()')
      ;[pair.primary, pair.standby] = [pair.standby, pair.primary]
    },
    async restore() {
      const { primary, standby } = pair
      await standby.end()
      standby.copyFrom(primary)
      await standby.start()
      await standby.startPooler()
      await primary.ask(`alter system set synchronous_standby_names = '*'`)
      await primary.ask('select pg_reload_conf()')
      await until('the standby is synchronous', async () => {
        const rows = await primary.ask(`select from pg_stat_replication where sync_state = 'sync'`)
        return rows.length === 1
      })
    },
    async end() {
      await one.end()
      await other.end()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  try {
    one.createCluster()
    await one.start()
    await one.ask(`create role ${roleName} login nosuperuser`)
    await one.ask(`create database ${roleName} owner ${roleName}`)
    await one.startPooler()
    await pair.restore()
  } catch (error) {
    await pair.end()
    throw error
  }
  return pair
}
