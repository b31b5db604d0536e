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

/** Whether a role may open a page of the console, by an address with or without what stands behind its path. */
export function mayOpen(role: StaffRoleName, address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  // The console's own address, and the name of one of its pages.
  const own = path.split('/').slice(0, 3).join('/')
  const right = rightOfPath.get(own as typeof operatorPaths.home)
  return right === undefined || mayStaff(role, right)
}
