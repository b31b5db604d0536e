import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/console-find.ts'
import { findAnything } from './find-anything.ts'

/** Finding what somebody writes in about. */
export const findRoutes =
  (deps: Dependencies): Routes =>
  (bind) => {
    bind(api.findAnything, async ({ staff, query }) => ({
      found: await findAnything(deps, staff.role, query.text),
    }))
  }
