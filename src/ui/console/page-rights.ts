import { mayStaff, type StaffRight, type StaffRoleName } from '#base/access.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { operatorPaths } from './operator-paths.ts'

type Page = keyof typeof operatorPaths

/** What opens a page and those below it; `everybody` who works here, or who has yet to sign in. */
const pageRights: Record<Page, StaffRight | 'everybody'> = {
  home: 'customers.read',
  signIn: 'everybody',
  join: 'everybody',
  forgot: 'everybody',
  chooseForgotten: 'everybody',
  work: 'work.do',
  workDkim: 'work.do',
  workConnect: 'work.do',
  customers: 'customers.read',
  orders: 'customers.read',
  domains: 'customers.read',
  health: 'customers.read',
  mailboxes: 'customers.read',
  capacity: 'customers.read',
  money: 'money.read',
  plans: 'money.read',
  imports: 'fleet.import',
  brand: 'brand.write',
  staff: 'staff.read',
  account: 'everybody',
}

const rightOfPath = new Map<string, StaffRight | 'everybody'>(
  keysOf(pageRights).map((page) => [operatorPaths[page], pageRights[page]]),
)

/**
 * Whether a role may open a page of the console, by an address with or without what stands behind its path: none at an
 * address that is no page here. The router finds a page in whatever case its path is typed, with encoded letters and a
 * slash at its end: so does this.
 */
export function mayOpen(role: StaffRoleName, address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  const parts = decoded(path).toLowerCase().replace(/\/$/, '').split('/')
  // A page of its own before the one that it stands below.
  const right = rightOfPath.get(parts.slice(0, 4).join('/')) ?? rightOfPath.get(parts.slice(0, 3).join('/'))
  return right !== undefined && (right === 'everybody' || mayStaff(role, right))
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    // The router finds nothing at an address that cannot be decoded.
    return path
  }
}
