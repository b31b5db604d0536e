import type { Figure } from '../figures.ts'
import { type Lived, liveFleet } from './live.ts'
import { fleetSize } from './world.ts'

const days = 90
const seeds = [1, 2, 3, 4, 5]

/**
 * A fleet of 1,000 domains lives 90 days by the rules of health, with burns of every cause and sources that lie, vanish
 * or flap. Five fleets, each printed with its seed; the worst of them is the figure.
 */
export async function measureHealth(): Promise<Figure[]> {
  const lived = seeds.map((seed) => {
    const one = liveFleet(seed, days)
    console.error(lineOf(one))
    return one
  })
  const worst = (of: (each: Lived) => number, pick: (...values: number[]) => number) => pick(...lived.map(of))
  return [
    {
      what: 'burnt domains noticed in the time their signal allows',
      measured: worst(({ noticed, burnt }) => (noticed / burnt) * 100, Math.min),
      unit: '%',
      target: { at: 'least', value: 100 },
      note: `the worst of ${seeds.length} fleets of ${fleetSize.domains} domains over ${days} days`,
    },
    {
      what: 'healthy domains that were sent to rest',
      measured: worst(({ wronglyRested, healthy }) => (wronglyRested / healthy) * 100, Math.max),
      unit: '%',
      target: { at: 'most', value: 0.5 },
    },
    {
      what: "customers' days with the capacity they were sold",
      measured: worst(({ daysAsSold, customerDays }) => (daysAsSold / customerDays) * 100, Math.min),
      unit: '%',
      target: { at: 'least', value: 99 },
      note: `with ${lived[0]?.spares} spares for ${fleetSize.domains} domains`,
    },
    {
      what: 'days on which a domain that is well is not called healthy',
      measured: worst(({ doubtedDays, wellDays }) => (doubtedDays / wellDays) * 100, Math.max),
      unit: '%',
    },
  ]
}

function lineOf({
  seed,
  burnt,
  noticed,
  late,
  wronglyRested,
  daysAsSold,
  customerDays,
  incidents,
}: Lived): string {
  const missed = late.map(({ cause, hours }) => `${cause} ${hours === null ? 'never' : `after ${hours} h`}`)
  return [
    `seed ${seed}: ${noticed} of ${burnt} burnt domains noticed in time`,
    `${wronglyRested} healthy ones rested`,
    `${daysAsSold} of ${customerDays} days as sold`,
    `${incidents} sources doubted`,
    ...(missed.length > 0 ? [`late: ${missed.join(', ')}`] : []),
  ].join(', ')
}
