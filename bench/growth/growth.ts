import type { Figure } from '../figures.ts'
import { measureChanges } from './changes.ts'
import { measureForgetting } from './forgetting.ts'
import { measureHotRows } from './hot-rows.ts'
import { measureLooks } from './looks.ts'
import { measurePlacement } from './placement.ts'

/** What must not cost more the more there is. `docs/growing.md` is written from these. */
export const measureGrowth = async (): Promise<Figure[]> => [
  ...(await measurePlacement()),
  ...(await measureLooks()),
  ...(await measureHotRows()),
  ...(await measureChanges()),
  ...(await measureForgetting()),
]
