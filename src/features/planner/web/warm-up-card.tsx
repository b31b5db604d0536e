import '#ui/block-table.css'
import { monthName } from '#base/text/month-name.ts'
import { numberText } from '#base/text/number-text.ts'
import { type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { purchaseDays } from '#features/reserve/rules/reserve.ts'
import { type ConnectedTool, isFileTool, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import type { PlannedOrders } from '../rules/plan-volume.ts'
import type { VolumeQuestion } from '../rules/volume-question.ts'
import { choosesRamp, fullFromDay, type Stretch, warmUpCalendar } from '../rules/warm-up-calendar.ts'
import { WarmUpPicture } from './warm-up-picture.tsx'

interface WarmUpCardProps {
  planned: PlannedOrders
  question: VolumeQuestion
}

/** How much is sent on which day while mailboxes are new. */
export function WarmUpCard({ planned, question }: WarmUpCardProps) {
  const { tool } = question
  if (isFileTool(tool))
    return (
      <Card aria-label="Warm-up calendar">
        <CardHeader title="Warm-up calendar" />
        <p className="mt-2 text-muted">
          There is none for {sendingToolNames[tool]}: the mailboxes are handed over as a file, so we set up no
          warm-up and know nothing of the tool you import them into. Warm them up there for {fullFromDay - 1}{' '}
          days before you send cold email.
        </p>
      </Card>
    )
  const calendar = warmUpCalendar(tool, planned.mailboxes)
  return (
    <Card aria-label="Warm-up calendar" flush className="overflow-clip">
      <div className="flex flex-col gap-4 p-4 md:p-5">
        <CardHeader
          title="Warm-up calendar"
          description={`Day 1 is the day on which the mailboxes are connected to ${sendingToolNames[tool]}. All send in full from day ${fullFromDay}.`}
        />
        {question.domainOption === 'purchase' && <Dates />}
        <WarmUpPicture tool={tool} mailboxes={planned.mailboxes} />
      </div>
      <CalendarTable calendar={calendar} tool={tool} platforms={platformsOf(planned.plan)} />
      <Notes tool={tool} question={question} />
    </Card>
  )
}

const dayText = (days: number): string => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return `${monthName(date)} ${date.getDate()}`
}

/** When it would be, of domains that are bought today. */
const Dates = () => (
  <p className="text-secondary">
    Ordered today, day 1 is about {dayText(purchaseDays)}, and day {fullFromDay} about{' '}
    {dayText(purchaseDays + fullFromDay - 1)}.
  </p>
)

const daysText = ({ from, to }: Stretch): string =>
  to === null ? `From day ${from}` : from === to ? `Day ${from}` : `Days ${from} to ${to}`

interface CalendarTableProps {
  calendar: readonly Stretch[]
  tool: ConnectedTool
  platforms: readonly Platform[]
}

/** "1 to 5" where it rises. */
const rangeText = (first: number, last: number): string =>
  first === last ? numberText(first) : `${numberText(first)} to ${numberText(last)}`

function CalendarTable({ calendar, tool, platforms }: CalendarTableProps) {
  const most = choosesRamp(tool) ? 'up to ' : ''
  const coldOfEach = ({ last: { cold } }: Stretch) =>
    platforms.length === 1
      ? platforms.map((platform) => cold[platform]).join('')
      : platforms.map((platform) => `${cold[platform]} on ${platformContents[platform].name}`).join(', ')
  return (
    <table aria-label="Emails by day" className="block-table w-full border-line border-t text-left">
      <thead>
        <tr>
          <th scope="col">Days</th>
          {titles.map((title) => (
            <th key={title} scope="col" className="lg:text-right">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calendar.map((stretch) => {
          const { from, first, last } = stretch
          return (
            <tr key={from}>
              <th scope="row" className="whitespace-nowrap font-normal">
                {daysText(stretch)}
              </th>
              <LabelledCell label={titles[0]} align="right">
                {most}
                {rangeText(first.warmUp, last.warmUp)} each
                <span className="block text-muted text-secondary">
                  {most}
                  {rangeText(first.total.warmUp, last.total.warmUp)} in all
                </span>
              </LabelledCell>
              <LabelledCell label={titles[1]} align="right">
                {coldOfEach(stretch)} each
                <span className="block text-muted text-secondary">{numberText(last.total.cold)} in all</span>
              </LabelledCell>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
const titles = ['Warm-up', 'Cold'] as const

function Notes({ tool, question }: { tool: ConnectedTool; question: VolumeQuestion }) {
  const notes = [
    `Emails a day, of each mailbox and of all. Warm-up is as we set it up in ${sendingToolNames[tool]}; it goes on after day ${fullFromDay}, and is yours to change.`,
    'When cold email begins is practice of the field, not a rule of Microsoft or Google: begin your campaigns by this calendar. We set each mailbox’s daily limit, and no campaign.',
    question.days === 'weekdays' && 'Warm-up goes on at weekends; cold email waits for Monday.',
  ]
  return (
    <div className="flex flex-col gap-1 border-line border-t p-4 text-muted text-secondary md:px-5">
      {notes.map((note) => note && <p key={note}>{note}</p>)}
    </div>
  )
}
