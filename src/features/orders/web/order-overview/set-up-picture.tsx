import { Circle, CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon } from 'lucide-react'
import { numberText } from '#base/text/number-text.ts'
import { toneText } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { momentText } from '#ui/time-texts.ts'
import type { OrderOverview } from '../../api/order-overview.ts'
import type { StatusTone } from '../../rules/order-status.ts'
import { setUpStageLabels, stageState, stageStateLabels } from '../../rules/set-up.ts'

type Stage = OrderOverview['setUp'][number]

const looks: Record<ReturnType<typeof stageState>, { icon: LucideIcon; tone: StatusTone }> = {
  done: { icon: CircleCheck, tone: 'success' },
  stopped: { icon: CircleX, tone: 'danger' },
  'waiting for you': { icon: CirclePause, tone: 'warning' },
  waiting: { icon: CirclePause, tone: 'warning' },
  running: { icon: CircleDashed, tone: 'info' },
  'to come': { icon: Circle, tone: 'neutral' },
}

/** The stages of a set-up one below the other: what is behind, what runs or waits, what is to come, and since when. */
export const SetUpPicture = ({ stages }: { stages: readonly Stage[] }) => (
  <ol aria-label="Set-up">
    {stages.map((stage, index) => (
      <StageLine key={stage.stage} stage={stage} isLast={index === stages.length - 1} />
    ))}
  </ol>
)

function StageLine({ stage, isLast }: { stage: Stage; isLast: boolean }) {
  const state = stageState(stage)
  const { icon: Icon, tone } = looks[state]
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      {!isLast && <span aria-hidden className="absolute top-5 bottom-0 left-2 w-px bg-line" />}
      <Icon
        aria-hidden
        className={cx('mt-0.5', toneText[tone], state === 'running' && 'animate-pulse-soft')}
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={state === 'to come' ? 'text-muted' : undefined}>
            {setUpStageLabels[stage.stage]}
          </span>
          <span className="text-label text-muted tabular-nums">
            {numberText(stage.done)} of {numberText(stage.of)}
          </span>
        </p>
        <p className="text-label text-muted tabular-nums">
          <span className={toneText[tone]}>{stageStateLabels[state]}</span>
          {timeOf(stage, state)}
        </p>
      </div>
    </li>
  )
}

/** When it was over, or since when it is running. */
function timeOf({ doneAt, since }: Stage, state: ReturnType<typeof stageState>): string {
  if (state === 'done') return doneAt ? ` · ${momentText(doneAt)}` : ''
  return since ? ` · since ${momentText(since)}` : ''
}
