import * as api from '#shared/api/console/customers.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Routes } from '../../../http/binding.ts'
import { listCustomers } from './list-customers.ts'

/** Customers, as the operator's staff see and manage them. */
export function consoleCustomerRoutes(deps: Dependencies): Routes {
  return (bind) => {
    bind(api.customerList, ({ query }) => listCustomers(deps.db, query))
  }
}
