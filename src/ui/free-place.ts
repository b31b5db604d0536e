/** A rectangle of the window; `bottom` counts from its top, as everywhere. */
export interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

const overlaps = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * How far up something has to go from its place to lie over none of these; as little as possible. Undefined where
 * that is further than `most`.
 */
export function liftOver(
  place: Area,
  obstacles: readonly Area[],
  { gap, most }: { gap: number; most: number },
): number | undefined {
  const above = obstacles.map(({ top }) => place.bottom - top + gap)
  const lifts = [0, ...above.filter((lift) => lift > 0 && lift <= most).sort((a, b) => a - b)]
  const isFree = (lift: number) => {
    const lifted = { ...place, top: place.top - lift, bottom: place.bottom - lift }
    return !obstacles.some((obstacle) => overlaps(lifted, obstacle))
  }
  return lifts.find(isFree)
}
