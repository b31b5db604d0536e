import type { ProbeDay } from '../../rules/health-view.ts'
import type { MarkLook } from './mark-cells.tsx'

/** Where a probe was found, best first. */
export const probePlaces = ['inbox', 'tab', 'junk', 'missing', 'unknown'] as const
export type ProbePlace = (typeof probePlaces)[number]

export const probeWords: Record<ProbePlace, string> = {
  inbox: 'inbox',
  tab: 'under a tab',
  junk: 'junk',
  missing: 'missing',
  unknown: 'not known',
}

export const probeLooks: Record<ProbePlace, MarkLook> = {
  inbox: { tone: 'text-success', shape: (x, y, s) => `M${x} ${y}h${s}v${s}h${-s}z` },
  tab: {
    tone: 'text-info',
    shape: (x, y, s) => `M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 1 0 ${s} 0a${s / 2} ${s / 2} 0 1 0 ${-s} 0z`,
  },
  junk: { tone: 'text-danger', shape: (x, y, s) => `M${x + s / 2} ${y}l${s / 2} ${s}h${-s}z` },
  missing: {
    tone: 'text-warning',
    shape: (x, y, s) => {
      const bar = s / 4
      return `M${x} ${y}h${s}v${s}h${-s}zM${x + bar} ${y + bar}v${s - 2 * bar}h${s - 2 * bar}v${2 * bar - s}z`
    },
  },
  unknown: {
    tone: 'text-neutral',
    isHatched: true,
    shape: (x, y, s) => `M${x + 1} ${y + s - 1}l${s - 2} ${2 - s}`,
  },
}

/** Of a day's probes the worst that says something; undefined where none was sent. */
export const worstPlace = (day: ProbeDay | undefined): ProbePlace | undefined =>
  day && (['junk', 'missing', 'tab', 'inbox', 'unknown'] as const).find((place) => day[place] > 0)

/** "1 inbox, 1 junk" */
export const placesText = (counts: Pick<ProbeDay, ProbePlace>): string =>
  probePlaces
    .filter((place) => counts[place] > 0)
    .map((place) => `${counts[place]} ${probeWords[place]}`)
    .join(', ')
