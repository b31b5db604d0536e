import type { PointerEvent } from 'react'
import { type HealthState, healthStateNames } from '#shared/health/health-states.ts'
import { cx } from '../../ui/cx.ts'
import { stateLooks } from './state-looks.ts'

interface StateCellsProps {
  /** One for each cell, row by row; undefined where nothing was seen. */
  states: readonly (HealthState | undefined)[]
  columns: number
  /** What the picture shows, in words. */
  label: string
  /** Px of a cell, and what lies between two. */
  size?: number
  gap?: number
  className?: string
  onPoint?: (index: number | undefined) => void
  onPress?: (index: number) => void
}

/** States as cells, in one path for each state: as quick for ten thousand as for ten. */
export function StateCells({ states, columns, label, size = 10, gap = 2, ...rest }: StateCellsProps) {
  const step = size + gap
  const rows = Math.ceil(states.length / columns)
  const width = columns * step - gap
  const height = rows * step - gap
  const at = (index: number): [number, number] => [
    (index % columns) * step,
    Math.floor(index / columns) * step,
  ]
  const pathOf = (wanted: HealthState | undefined) =>
    states
      .map((state, index) => {
        if (state !== wanted) return ''
        const [x, y] = at(index)
        return state
          ? stateLooks[state].shape(x, y, size)
          : `M${x + size / 2 - 1} ${y + size / 2 - 1}h2v2h-2z`
      })
      .join('')
  const indexOf = ({ nativeEvent, currentTarget }: PointerEvent<SVGSVGElement>): number | undefined => {
    const scale = width / currentTarget.getBoundingClientRect().width
    const column = Math.floor((nativeEvent.offsetX * scale) / step)
    const index = Math.floor((nativeEvent.offsetY * scale) / step) * columns + column
    return column < columns && index < states.length ? index : undefined
  }
  const { className, onPoint, onPress } = rest
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width, maxWidth: '100%' }}
      className={cx('block h-auto', onPress && 'cursor-pointer', className)}
      onPointerMove={onPoint && ((event) => onPoint(indexOf(event)))}
      onPointerLeave={onPoint && (() => onPoint(undefined))}
      onPointerUp={
        onPress &&
        ((event) => {
          const index = indexOf(event)
          if (index !== undefined) onPress(index)
        })
      }
    >
      <path d={pathOf(undefined)} className="text-line" fill="currentColor" />
      {healthStateNames.map((state) => {
        const d = pathOf(state)
        if (d === '') return null
        const { tone, isHatched } = stateLooks[state]
        return (
          <path
            key={state}
            d={d}
            className={tone}
            fill={isHatched ? 'none' : 'currentColor'}
            stroke={isHatched ? 'currentColor' : 'none'}
            strokeWidth={isHatched ? 1 : 0}
          />
        )
      })}
    </svg>
  )
}
