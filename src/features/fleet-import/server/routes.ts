import type { Routes } from '#base/http/binding.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { csvText } from '#vendors/csv/adapter/mailboxes-csv.ts'
import * as api from '../api/console-fleet-import.ts'
import { importProblemsMax } from '../rules/import-row.ts'
import { importReport } from './import-report.ts'
import { listImports, showImport } from './read-imports.ts'
import { beginAdopting, beginLook, forgetImport, stopImport } from './steer-import.ts'
import { storeImport } from './store-import.ts'

/** Fleets that run elsewhere and are brought in. What is begun here is done by workers. */
export const fleetImportRoutes =
  (deps: Dependencies): Routes =>
  (bind) => {
    const { db } = deps
    bind(api.listImports, async () => ({ imports: await listImports(db) }))
    bind(api.showImport, ({ params, query }) => showImport(db, params.importId, query))
    bind(api.storeImport, async ({ body, staff }) => {
      const stored = await storeImport(deps, { ...body, madeBy: staff.name })
      return stored.ok
        ? {
            importId: stored.importId,
            domains: stored.domains,
            problems: [],
            problemCount: 0,
            valid: stored.domains,
            heldBack: { lines: 0, csv: '' },
          }
        : {
            importId: null,
            domains: 0,
            problems: stored.problems.slice(0, importProblemsMax),
            problemCount: stored.problems.length,
            valid: stored.valid.length,
            heldBack: { lines: Math.max(0, stored.heldBack.length - 1), csv: csvText(stored.heldBack) },
          }
    })
    bind(api.lookAtImport, async ({ params }) => {
      const { domains } = await beginLook(deps, params.importId)
      return {
        message: `${countOf(domains, 'domain is', 'domains are')} being looked at. Nothing is changed.`,
      }
    })
    bind(api.adoptImport, async ({ params }) => {
      const { domains, orders } = await beginAdopting(deps, params.importId)
      return { message: `${countOf(domains, 'domain')} of ${countOf(orders, 'order')} are being adopted.` }
    })
    bind(api.stopImport, async ({ params }) => {
      await stopImport(deps, params.importId)
      return { message: 'Stopped. What is done stays.' }
    })
    bind(api.forgetImport, async ({ params }) => {
      await forgetImport(deps, params.importId)
      return { message: 'The file is forgotten. What was adopted stays.' }
    })
    bind(api.importReport, ({ params }) => importReport(deps, params.importId))
  }
