import * as api from '#shared/api/console/find.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Routes } from '../../../http/binding.ts'
import { findAnything } from './find-anything.ts'

/** Finding what somebody writes in about. */
export const findRoutes =
  (deps: Dependencies): Routes =>
  (bind) => {
    bind(api.findAnything, async ({ staff, query }) => ({
      found: await findAnything(deps, staff.role, query.text),
    }))
  }
