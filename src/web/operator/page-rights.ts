import { mayStaff, type StaffRight, type StaffRoleName } from '#shared/access.ts'
import { operatorPaths } from './operator-paths.ts'

/** What opens a page and those below it; the other pages are everybody's who works here. */
const pageRights: Partial<Record<keyof typeof operatorPaths, StaffRight>> = {
  home: 'customers.read',
  work: 'work.do',
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
}

const rightOfPath = new Map(
  Object.entries(pageRights).map(([page, right]) => [
    operatorPaths[page as keyof typeof operatorPaths],
    right,
  ]),
)

/**
 * Whether a role may open a page of the console, by an address with or without what stands behind its path. The router
 * finds a page in whatever case its path is typed, with encoded letters and a slash at its end: so does this.
 */
export function mayOpen(role: StaffRoleName, address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  // The console's own address, and the name of one of its pages.
  const own = decoded(path).toLowerCase().split('/').slice(0, 3).join('/').replace(/\/$/, '')
  const right = rightOfPath.get(own as typeof operatorPaths.home)
  return right === undefined || mayStaff(role, right)
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    // The router finds nothing at an address that cannot be decoded.
    return path
  }
}
