import { readFileSync, type Stats } from 'node:fs'
import { userInfo } from 'node:os'

/** The operating system's account that the database runs as. */
export interface Account {
  uid: number
  gid: number
  /** What `spawn` needs to become it; empty when we are it already. */
  become: { uid?: number; gid?: number }
  /** Names of the accounts that may connect to the database. */
  mayConnect: string[]
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the account that owns the database already, a new one as `nobody`.
 * The account must be listed in the password file, or initdb fails.
 * @param owner of the existing files, if there are any
 */
export function databaseAccount(owner?: Pick<Stats, 'uid' | 'gid'>): Account {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) {
    const gid = process.getgid?.() ?? -1
    if (owner && owner.uid !== uid) {
      throw new Error(
        `The database belongs to the account with the number ${owner.uid}, and this is ${uid}. Start as that account or as root, or set DATA_DIR to another directory.`,
      )
    }
    return { uid, gid, become: {}, mayConnect: ['root', ownName()] }
  }
  const { uid: lowUid, gid: lowGid } = owner && owner.uid !== 0 ? owner : unprivileged()
  return { uid: lowUid, gid: lowGid, become: { uid: lowUid, gid: lowGid }, mayConnect: ['root'] }
}

function ownName(): string {
  try {
    return userInfo().username
  } catch {
    throw new Error(
      `The account with the number ${process.getuid?.()} has no name on this machine, and the embedded database needs one. Start as a named account, or set DATABASE_URL.`,
    )
  }
}

function unprivileged(): { uid: number; gid: number } {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === 'nobody' && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no account "nobody" to run it as. Start as a normal account, or set DATABASE_URL.',
  )
}
