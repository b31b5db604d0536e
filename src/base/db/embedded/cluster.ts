import { spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isAlive } from './process.ts'

/** The role that everything belongs to, and the database the product uses. */
export const roleName = 'inboxyard'
export const databaseName = 'inboxyard'
const majorVersion = '18'

const clusterDirectory = (home: string) => join(home, 'cluster')

/** Nothing of our own environment, which holds secrets; messages in English. */
export const databaseEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export interface ClusterOptions {
  home: string
  account: Account
  binaries: Binaries
  /** Off only for tests: a power cut may lose data. */
  durable: boolean
  /** Aborted: the start is given up. */
  signal?: AbortSignal | undefined
}

/**
 * Makes the cluster if there is none. It gets its name only when it is complete, so that a start that was
 * killed half-way is simply made again.
 * @returns the cluster's directory
 */
export async function ensureCluster({
  home,
  account,
  binaries,
  durable,
  signal,
}: ClusterOptions): Promise<string> {
  const directory = clusterDirectory(home)
  if (existsSync(directory)) {
    const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
    if (version !== majorVersion) {
      throw new Error(
        `The database in ${directory} was made by PostgreSQL ${version}, and this release ships ${majorVersion}. Move its data with the release that made it (docs: upgrading), or set DATABASE_URL.`,
      )
    }
    return directory
  }
  removeAbandonedDrafts(home)
  const draft = join(home, `${draftPrefix}${process.pid}`)
  // The builtin locale sorts and lower-cases alike on every machine, whatever its C library.
  const initdb = spawn(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--username=${roleName}`,
      '--auth=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { cwd: home, env: databaseEnvironment, stdio: ['ignore', 'ignore', 'pipe'], ...account.become },
  )
  const giveUp = () => initdb.kill()
  signal?.addEventListener('abort', giveUp)
  const [complaint, code] = await Promise.all([
    text(initdb.stderr),
    new Promise<number | null>((resolve, reject) => initdb.on('error', reject).on('close', resolve)),
  ])
  signal?.removeEventListener('abort', giveUp)
  if (code !== 0) rmSync(draft, { recursive: true, force: true })
  signal?.throwIfAborted()
  if (code !== 0) throw new Error(`The database could not be made in ${home}: ${complaint.trim()}`)
  try {
    renameSync(draft, directory)
  } catch (error) {
    // Another start was quicker.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(directory)) throw error
  }
  return directory
}

const draftPrefix = 'cluster-draft-'

function removeAbandonedDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(draftPrefix)) continue
    const maker = Number(name.slice(draftPrefix.length))
    if (maker === process.pid || !isAlive(maker)) rmSync(join(home, name), { recursive: true, force: true })
  }
}

/**
 * Who may connect: only through the socket, only as accounts that the operating system vouches for. Written at
 * every start, since another account may start the same database later.
 */
export function writeAccessRules(home: string, account: Account): { hba: string; ident: string } {
  const write = (name: string, lines: string[]) => {
    const path = join(home, name)
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
    chownSync(path, account.uid, account.gid)
    return path
  }
  return {
    hba: write('hba.conf', [`local all ${roleName} peer map=${roleName}`]),
    ident: write(
      'ident.conf',
      account.mayConnect.map((name) => `${roleName} "${name}" ${roleName}`),
    ),
  }
}
