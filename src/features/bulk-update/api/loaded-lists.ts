import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { instantlyAccount } from '../rules/instantly-calls.ts'
import { listParams, listPartQuery, listQuery, loadedList, loadListBody } from '../rules/loaded-list.ts'
import { accountTags, accountTagsBody } from '../rules/narrowing.ts'
import { smartleadAccount } from '../rules/smartlead-calls.ts'

export const loadList = endpoint({
  method: 'POST',
  path: '/api/account-lists',
  summary: "Start loading the accounts of a customer's sending tool for bulk updates",
  access: 'customer',
  limit: 'bulk',
  body: loadListBody,
  response: loadedList,
})

export const readAccountTags = endpoint({
  method: 'POST',
  path: '/api/account-lists/tags',
  summary: "The tags of a sending tool's accounts, which a list can be narrowed to",
  access: 'customer',
  limit: 'bulk',
  body: accountTagsBody,
  response: accountTags,
})

export const recentLists = endpoint({
  method: 'GET',
  path: '/api/account-lists',
  summary: 'Lists of accounts that are being loaded or that updates may name, newest first',
  access: 'customer',
  viewed: true,
  query: listQuery,
  response: z.object({ lists: z.array(loadedList) }),
})

export const watchList = endpoint({
  method: 'GET',
  path: '/api/account-lists/:fetchId',
  summary: 'How far loading a list is; it ends ten minutes after it was last asked for',
  access: 'customer',
  params: listParams,
  response: loadedList,
})

export const cancelList = endpoint({
  method: 'POST',
  path: '/api/account-lists/:fetchId/cancel',
  summary: 'Stop loading a list',
  access: 'customer',
  limit: 'change',
  params: listParams,
  response: loadedList,
})

export const readListed = endpoint({
  method: 'GET',
  path: '/api/account-lists/:fetchId/accounts',
  summary: 'Accounts of a loaded list from a position on, 10,000 at a time',
  access: 'customer',
  viewed: true,
  limit: 'bulk',
  params: listParams,
  query: listPartQuery,
  response: z.object({
    /** Of a list of Instantly. */
    instantly: z.optional(z.array(instantlyAccount)),
    /** Of a list of Smartlead. */
    smartlead: z.optional(z.array(smartleadAccount)),
  }),
})
