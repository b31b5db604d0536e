import * as account from '../api/account.ts'
import * as auth from '../api/auth.ts'
import * as bulkUpdate from '../api/bulk-update.ts'
import * as claims from '../api/claims.ts'
import * as config from '../api/config.ts'
import * as connecting from '../api/connecting.ts'
import * as connections from '../api/connections.ts'
import * as consoleBrand from '../api/console/brand.ts'
import * as consoleCapacity from '../api/console/capacity.ts'
import * as consoleChecks from '../api/console/checks.ts'
import * as consoleCustomer from '../api/console/customer.ts'
import * as consoleCustomerActs from '../api/console/customer-acts.ts'
import * as consoleCustomerPayments from '../api/console/customer-payments.ts'
import * as consoleCustomerPrices from '../api/console/customer-prices.ts'
import * as consoleCustomers from '../api/console/customers.ts'
import * as consoleDnsAccounts from '../api/console/dns-accounts.ts'
import * as consoleDomains from '../api/console/domains.ts'
import * as consoleFind from '../api/console/find.ts'
import * as consoleHealth from '../api/console/health.ts'
import * as consoleHome from '../api/console/home.ts'
import * as consoleMailboxes from '../api/console/mailboxes.ts'
import * as consoleMoney from '../api/console/money.ts'
import * as consoleOrders from '../api/console/orders.ts'
import * as consolePlans from '../api/console/plans.ts'
import * as work from '../api/console/work.ts'
import * as credentials from '../api/credentials.ts'
import * as domains from '../api/domains.ts'
import type { Endpoint } from '../api/endpoint.ts'
import * as events from '../api/events.ts'
import * as findDomains from '../api/find-domains.ts'
import * as groups from '../api/groups.ts'
import * as health from '../api/health.ts'
import * as jobs from '../api/jobs.ts'
import * as mailboxes from '../api/mailboxes.ts'
import * as mailboxesCsv from '../api/mailboxes-csv.ts'
import * as orderOverview from '../api/order-overview.ts'
import * as orders from '../api/orders.ts'
import * as passkeys from '../api/passkeys.ts'
import * as payments from '../api/payments.ts'
import * as replacements from '../api/replacements.ts'
import * as reserve from '../api/reserve.ts'
import * as search from '../api/search.ts'
import * as staff from '../api/staff.ts'
import * as staffFactors from '../api/staff-factors.ts'
import * as users from '../api/users.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Every call there is. */
export const allEndpoints: Endpoint[] = [
  account,
  auth,
  bulkUpdate,
  claims,
  config,
  connecting,
  connections,
  consoleBrand,
  consoleCapacity,
  consoleChecks,
  consoleCustomer,
  consoleCustomerActs,
  consoleCustomerPayments,
  consoleCustomerPrices,
  consoleCustomers,
  consoleDnsAccounts,
  consoleDomains,
  consoleMailboxes,
  consoleHealth,
  consoleMoney,
  consoleOrders,
  consolePlans,
  consoleFind,
  consoleHome,
  credentials,
  domains,
  events,
  findDomains,
  groups,
  health,
  jobs,
  mailboxes,
  mailboxesCsv,
  orderOverview,
  orders,
  payments,
  replacements,
  reserve,
  passkeys,
  search,
  staff,
  staffFactors,
  users,
  work,
].flatMap((part: Record<string, unknown>) => Object.values(part).filter(isEndpoint))
