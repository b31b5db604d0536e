import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { importFileMaxLength } from '../rules/import-row.ts'
import { importStates, importVerdicts } from '../rules/import-verdict.ts'

const importId = z.strictObject({ importId: boundedText(40) })
const done = z.object({ message: z.string() })
const findingKinds = ['contradicts', 'unknown', 'note', 'here'] as const

const counts = z.object({
  domains: z.number(),
  looked: z.number(),
  matches: z.number(),
  contradicts: z.number(),
  unknown: z.number(),
  here: z.number(),
  adopted: z.number(),
})

const listedImport = z.object({
  id: z.string(),
  fileName: z.string(),
  madeBy: z.string(),
  madeAt: z.string(),
  state: z.enum(importStates),
  since: z.string(),
  lookedAt: z.nullable(z.string()),
  /** Why it waits. */
  problem: z.nullable(z.string()),
  counts,
})
export type ListedImport = z.output<typeof listedImport>

export const listImports = endpoint({
  method: 'GET',
  path: '/api/operator/imports',
  summary: 'Staff: fleets that are being brought in, the newest first',
  access: 'staff:fleet.import',
  response: z.object({ imports: z.array(listedImport) }),
})

export const storeImport = endpoint({
  method: 'POST',
  path: '/api/operator/imports',
  summary:
    'Staff: take in the file of a fleet that runs elsewhere; of one with a wrong line nothing, unless `validOnly` asks for the orders without one',
  access: 'staff:fleet.import',
  asksAgain: true,
  limit: 'staff',
  // A letter may take four bytes, and those of a file are written as JSON.
  maxBytes: 4 * importFileMaxLength,
  body: z.strictObject({
    fileName: boundedText(200),
    text: boundedText(importFileMaxLength),
    validOnly: z.optional(z.boolean()),
  }),
  response: z.object({
    /** Null where the file was refused. */
    importId: z.nullable(z.string()),
    domains: z.number(),
    /** All that is wrong, as far as it is told. */
    problems: z.array(z.object({ line: z.number(), message: z.string() })),
    problemCount: z.number(),
    /** Lines that could come in without those that are wrong: whole orders. */
    valid: z.number(),
    /** The others as a file, with what is wrong with each. */
    heldBack: z.object({ lines: z.number(), csv: z.string() }),
  }),
})

const importRow = z.object({
  line: z.number(),
  domain: z.string(),
  email: z.string(),
  order: z.string(),
  plan: z.enum(planIds),
  /** Null while nobody has looked. */
  verdict: z.nullable(z.enum(importVerdicts)),
  findings: z.array(z.object({ kind: z.enum(findingKinds), sentence: z.string() })),
  /** As the operator's accounts have it. */
  mailboxes: z.number(),
  adoptedAt: z.nullable(z.string()),
  domainId: z.nullable(z.string()),
})
export type ImportedRow = z.output<typeof importRow>

export const showImport = endpoint({
  method: 'GET',
  path: '/api/operator/imports/:importId',
  summary: 'Staff: one fleet that is being brought in: how far it is, what would be adopted, and its domains',
  access: 'staff:fleet.import',
  params: importId,
  query: z.strictObject({
    verdict: z.optional(z.enum(importVerdicts)),
    /** The line after which the page begins. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
  }),
  response: z.object({
    fleet: listedImport,
    /** What adopting would take over now. */
    adoptable: z.object({
      domains: z.number(),
      orders: z.number(),
      customers: z.number(),
      mailboxes: z.number(),
    }),
    /** Why nothing can be adopted now; null where it can. */
    notYet: z.nullable(z.string()),
    rows: z.array(importRow),
    next: z.nullable(z.number()),
  }),
})
export type ShownImport = z.output<(typeof showImport)['response']>

export const lookAtImport = endpoint({
  method: 'POST',
  path: '/api/operator/imports/:importId/look',
  summary: 'Staff: compare every domain of the file with the third parties; changes nothing there',
  access: 'staff:fleet.import',
  limit: 'staff',
  params: importId,
  response: done,
})

export const adoptImport = endpoint({
  method: 'POST',
  path: '/api/operator/imports/:importId/adopt',
  summary: 'Staff: take over, as they stand, the orders whose domains all match; changes nothing elsewhere',
  access: 'staff:fleet.import',
  asksAgain: true,
  limit: 'staff',
  params: importId,
  response: done,
})

export const stopImport = endpoint({
  method: 'POST',
  path: '/api/operator/imports/:importId/stop',
  summary: 'Staff: end a look or an adoption; what is done stays',
  access: 'staff:fleet.import',
  limit: 'staff',
  params: importId,
  response: done,
})

export const forgetImport = endpoint({
  method: 'POST',
  path: '/api/operator/imports/:importId/forget',
  summary: 'Staff: forget a file and what was seen; what was adopted stays',
  access: 'staff:fleet.import',
  limit: 'staff',
  params: importId,
  response: done,
})

export const importReport = endpoint({
  method: 'GET',
  path: '/api/operator/imports/:importId/report',
  summary: 'Staff: what was found of every domain of the file, as a file for a spreadsheet',
  access: 'staff:fleet.import',
  limit: 'staff',
  params: importId,
  response: z.object({ filename: z.string(), csv: z.string() }),
})
