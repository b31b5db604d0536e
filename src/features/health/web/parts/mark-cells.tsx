import type { PointerEvent } from 'react'
import { keysOf } from '#base/records/keys-of.ts'
import { cx } from '#ui/cx.ts'

/** How one kind of mark looks: by colour and by shape, so that who cannot tell the colours apart sees the same. */
export interface MarkLook {
  /** Its colour, beside a shape of its own. */
  tone: string
  /** Its shape in a square of `s` with the upper left corner at `x`, `y`. */
  shape: (x: number, y: number, s: number) => string
  /** Drawn as lines: what is not known is hatched. */
  isHatched?: true
}

export interface CellsProps {
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

interface MarkCellsProps<Kind extends string> extends CellsProps {
  /** One for each cell, row by row; undefined where nothing was seen. */
  marks: readonly (Kind | undefined)[]
  looks: Record<Kind, MarkLook>
}

/** Marks as cells, in one path for each kind: as quick for ten thousand as for ten. */
export function MarkCells<Kind extends string>({
  marks,
  looks,
  columns,
  label,
  size = 10,
  gap = 2,
  ...rest
}: MarkCellsProps<Kind>) {
  const step = size + gap
  const rows = Math.ceil(marks.length / columns)
  const width = columns * step - gap
  const height = rows * step - gap
  const at = (index: number): [number, number] => [
    (index % columns) * step,
    Math.floor(index / columns) * step,
  ]
  const paths = new Map<Kind | undefined, string>()
  for (const [index, mark] of marks.entries()) {
    const [x, y] = at(index)
    const shape = mark ? looks[mark].shape(x, y, size) : `M${x + size / 2 - 1} ${y + size / 2 - 1}h2v2h-2z`
    paths.set(mark, (paths.get(mark) ?? '') + shape)
  }
  const indexOf = ({ nativeEvent, currentTarget }: PointerEvent<SVGSVGElement>): number | undefined => {
    const scale = width / currentTarget.getBoundingClientRect().width
    const column = Math.floor((nativeEvent.offsetX * scale) / step)
    const index = Math.floor((nativeEvent.offsetY * scale) / step) * columns + column
    return column < columns && index < marks.length ? index : undefined
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
      <path d={paths.get(undefined) ?? ''} className="text-line" fill="currentColor" />
      {keysOf(looks).map((kind) => {
        const d = paths.get(kind)
        if (d === undefined) return null
        const { tone, isHatched } = looks[kind]
        return (
          <path
            key={kind}
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
