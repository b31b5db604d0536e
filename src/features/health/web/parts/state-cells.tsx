import type { HealthState } from '../../rules/health-states.ts'
import { type CellsProps, MarkCells } from './mark-cells.tsx'
import { stateLooks } from './state-looks.ts'

interface StateCellsProps extends CellsProps {
  /** One for each cell, row by row; undefined where nothing was seen. */
  states: readonly (HealthState | undefined)[]
}

/** States as cells. */
export const StateCells = ({ states, ...cells }: StateCellsProps) => (
  <MarkCells marks={states} looks={stateLooks} {...cells} />
)
