import { numberText } from '#base/text/number-text.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import type { ConnectedTool } from '#features/tools/rules/sending-tools.ts'
import { warmUpDay } from '../rules/warm-up-calendar.ts'

/** Four weeks: three of warm-up, and one in full. */
const days = Array.from({ length: 28 }, (_, index) => index + 1)
const height = 96
const step = 10
const barWidth = 7

interface WarmUpPictureProps {
  tool: ConnectedTool
  mailboxes: Record<Platform, number>
}

/** The calendar as bars, cold email over warm-up, on one scale. The table below says the same. */
export function WarmUpPicture({ tool, mailboxes }: WarmUpPictureProps) {
  const sent = days.map((day) => ({ day, ...warmUpDay(day, tool, mailboxes).total }))
  const most = Math.max(1, ...sent.map(({ warmUp, cold }) => warmUp + cold))
  const scale = (emails: number) => (emails * height) / most
  return (
    <div aria-hidden>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-label text-muted">
        <Key className="bg-accent">Cold emails</Key>
        <Key className="bg-edge">Warm-up emails</Key>
        <span className="ml-auto tabular-nums">{numberText(most)} a day</span>
      </div>
      <svg
        aria-hidden
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        className="mt-2 h-24 w-full border-line border-b"
      >
        {sent.map(({ day, warmUp, cold }) => {
          const x = (day - 1) * step + (step - barWidth) / 2
          return (
            <g key={day}>
              <rect
                x={x}
                width={barWidth}
                y={height - scale(warmUp)}
                height={scale(warmUp)}
                className="fill-edge"
              />
              <rect
                x={x}
                width={barWidth}
                y={height - scale(warmUp + cold)}
                height={scale(cold)}
                className="fill-accent"
              />
            </g>
          )
        })}
      </svg>
      <div className="mt-1 grid grid-cols-4 text-label text-muted tabular-nums">
        {[1, 8, 15, 22].map((day) => (
          <span key={day}>Day {day}</span>
        ))}
      </div>
    </div>
  )
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <span className={`size-2.5 rounded-mark ${className}`} />
    {children}
  </span>
)
