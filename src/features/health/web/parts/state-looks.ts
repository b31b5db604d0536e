import type { HealthState } from '../../rules/health-states.ts'
import type { MarkLook } from './mark-cells.tsx'

const square = (x: number, y: number, s: number) => `M${x} ${y}h${s}v${s}h${-s}z`

/** How each state looks: by colour and by shape, so that who cannot tell the colours apart sees the same. */
export const stateLooks: Record<HealthState, MarkLook> = {
  unknown: {
    tone: 'text-neutral',
    isHatched: true,
    shape: (x, y, s) =>
      `${square(x + 0.5, y + 0.5, s - 1)}M${x + 0.5} ${y + s / 2}l${s / 2 - 0.5} ${-s / 2 + 0.5}M${x + 0.5} ${y + s - 0.5}l${s - 1} ${1 - s}M${x + s / 2} ${y + s - 0.5}l${s / 2 - 0.5} ${-s / 2 + 0.5}`,
  },
  warming: {
    tone: 'text-info',
    shape: (x, y, s) => `M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 1 0 ${s} 0a${s / 2} ${s / 2} 0 1 0 ${-s} 0z`,
  },
  healthy: { tone: 'text-success', shape: square },
  watch: { tone: 'text-warning', shape: (x, y, s) => `M${x + s / 2} ${y}l${s / 2} ${s}h${-s}z` },
  rest: {
    tone: 'text-danger',
    shape: (x, y, s) => {
      const bar = s / 3
      return `M${x + s / 12} ${y}h${bar}v${s}h${-bar}zM${x + s - s / 12 - bar} ${y}h${bar}v${s}h${-bar}z`
    },
  },
  replace: {
    tone: 'text-text',
    shape: (x, y, s) => {
      const w = s / 4
      const long = s - w
      return `M${x + w} ${y}L${x + s} ${y + long}L${x + long} ${y + s}L${x} ${y + w}zM${x + long} ${y}L${x + s} ${y + w}L${x + w} ${y + s}L${x} ${y + long}z`
    },
  },
}
