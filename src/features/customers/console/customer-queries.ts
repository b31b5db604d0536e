import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import {
  customerDetails,
  customerHistory,
  customerNotes,
  customerOrders,
  customerPeople,
  customerSending,
} from '../api/console-customer.ts'
import { customerPayments, customerSubscriptions } from '../api/console-customer-payments.ts'
import { customerOwnPrices } from '../api/console-customer-prices.ts'
import { customerList } from '../api/console-customers.ts'
import { type CustomerState, customerStateNames } from '../rules/customer-states.ts'

/** The first part of every key of what is known about customers. */
const customersKey = [consoleKey, 'customers'] as const
const keyOf = (customerId: string, part: string) => [...customersKey, 'one', customerId, part] as const

/** The page says what failed where it would stand. */
const meta = { quiet: true }

interface CustomerSearch {
  state: CustomerState | undefined
  text: string
}

/** What the address narrows the list to. */
export const customerSearchOf = (address: URLSearchParams): CustomerSearch => {
  const state = address.get('state')
  return { state: customerStateNames.find((each) => each === state), text: address.get('text') ?? '' }
}

/** The customers that a search means, as far as they were asked for. */
export const customersQuery = ({ state, text }: CustomerSearch) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', state ?? '', text],
    queryFn: ({ signal, pageParam }) =>
      callStaff(customerList, {
        query: { ...(state && { state }), ...(text && { text }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ customers, hasMore }) => (hasMore ? customers.at(-1)?.id : undefined),
    // What was found stands until the next answer is there.
    placeholderData: (before) => before,
    meta,
  })

export const factsQuery = (customerId: string) =>
  queryOptions({
    queryKey: keyOf(customerId, 'facts'),
    queryFn: ({ signal }) => callStaff(customerDetails, { params: { customerId }, signal }),
    meta,
  })

export const peopleQuery = (customerId: string) =>
  queryOptions({
    queryKey: keyOf(customerId, 'people'),
    queryFn: ({ signal }) => callStaff(customerPeople, { params: { customerId }, signal }),
    meta,
  })

export const notesQuery = (customerId: string) =>
  queryOptions({
    queryKey: keyOf(customerId, 'notes'),
    queryFn: async ({ signal }) => (await callStaff(customerNotes, { params: { customerId }, signal })).notes,
    meta,
  })

export const sendingQuery = (customerId: string) =>
  queryOptions({
    queryKey: keyOf(customerId, 'sending'),
    queryFn: ({ signal }) => callStaff(customerSending, { params: { customerId }, signal }),
    meta,
  })

export const ownPricesQuery = (customerId: string) =>
  queryOptions({
    queryKey: keyOf(customerId, 'prices'),
    queryFn: ({ signal }) => callStaff(customerOwnPrices, { params: { customerId }, signal }),
    meta,
  })

export const subscriptionsQuery = (customerId: string) =>
  queryOptions({
    queryKey: keyOf(customerId, 'subscriptions'),
    queryFn: async ({ signal }) =>
      (await callStaff(customerSubscriptions, { params: { customerId }, signal })).subscriptions,
    meta,
  })

interface Paged<Row> {
  rows: Row[]
  hasMore: boolean
}

/** Rows of a customer that come in pages, the newest first. */
const pagedQuery = <Row extends { id: string }>(
  customerId: string,
  part: string,
  read: (after: { after?: string }, signal: AbortSignal) => Promise<Paged<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: keyOf(customerId, part),
    queryFn: ({ signal, pageParam }) => read(pageParam ? { after: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ rows, hasMore }: Paged<Row>) => (hasMore ? rows.at(-1)?.id : undefined),
    meta,
  })

export const ordersQuery = (customerId: string) =>
  pagedQuery(customerId, 'orders', (query, signal) =>
    callStaff(customerOrders, { params: { customerId }, query, signal }),
  )

export const paymentsQuery = (customerId: string) =>
  pagedQuery(customerId, 'payments', (query, signal) =>
    callStaff(customerPayments, { params: { customerId }, query, signal }),
  )

export const historyQuery = (customerId: string) =>
  pagedQuery(customerId, 'history', (query, signal) =>
    callStaff(customerHistory, { params: { customerId }, query, signal }),
  )

/** After a change: everything about customers is asked for again. */
export const lookAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: customersKey })
