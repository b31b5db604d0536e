import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { isUnfinished, operationName } from '#features/bulk-update/rules/bulk-job.ts'
import { countsText } from '#features/bulk-update/web/counts-text.ts'
import { jobParam } from '#features/bulk-update/web/job-link.tsx'
import { jobStates } from '#features/bulk-update/web/job-states.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { sendingTools } from '#features/tools/rules/sending-tools.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { toolPages } from '#ui/frame/navigation.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { momentText } from '#ui/time-texts.ts'
import { type BulkTask, type OrderTask, type TaskState, taskTitles } from '../rules/task.ts'

const states: Record<TaskState, { text: string; tone: StatusTone }> = {
  running: { text: 'Running', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  attention: { text: 'Needs attention', tone: 'danger' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
}

/** What was asked for about the domains of an order. */
export function OrderTaskRow({ task }: { task: OrderTask }) {
  const { kind, state, names, total, finished, note, startedAt, orderId, groupId } = task
  const progress = `${numberText(finished)} of ${countOf(total, 'domain')}`
  const more = total - names.length
  return (
    <Row
      title={taskTitles[kind]}
      state={states[state]}
      progress={state === 'running' && { value: finished, max: total, text: progress }}
      to={`/dashboard?${new URLSearchParams({ order: orderId, details: groupId })}`}
      link="View order"
    >
      <p translate="no" className="wrap-anywhere">
        {names.join(', ')}
        {more > 0 && <span translate="yes"> and {numberText(more)} more</span>}
      </p>
      {note && <p className="wrap-anywhere">{note}</p>}
      <p className="text-muted tabular-nums">
        {momentText(startedAt)} · {progress}
      </p>
    </Row>
  )
}

/** An update of the accounts in a sending tool. */
export function BulkTaskRow({ job }: { job: BulkTask }) {
  const page = toolPages.find(({ tool }) => tool === job.tool)
  return (
    <Row
      title={`${sendingTools[job.tool].name}: ${operationName(job)}`}
      state={jobStates[job.status]}
      progress={
        isUnfinished(job) && {
          value: job.finished,
          max: job.total,
          text: `${numberText(job.finished)} of ${countOf(job.total, 'account')}`,
        }
      }
      to={`${page?.to}?${new URLSearchParams({ [jobParam]: job.jobId })}`}
      link="Results"
    >
      {job.sets && <p className="wrap-anywhere">{job.sets}</p>}
      {job.problem && <p className="wrap-anywhere">{job.problem}</p>}
      <p className="text-muted tabular-nums">
        {job.createdAt && `${momentText(job.createdAt)} · `}
        {countOf(job.total, 'account')} · {countsText(job)}
      </p>
    </Row>
  )
}

interface RowProps {
  title: string
  state: { text: string; tone: StatusTone }
  /** Drawn while it runs. */
  progress: { value: number; max: number; text: string } | false
  to: string
  link: string
  children: ReactNode
}

const Row = ({ title, state, progress, to, link, children }: RowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
    <div className="min-w-0 grow basis-60 text-secondary">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {title}
        <Badge tone={state.tone}>{state.text}</Badge>
      </h3>
      {children}
      {progress && (
        <ProgressBar
          label={title}
          value={progress.value}
          max={progress.max}
          valueText={progress.text}
          className="mt-2 max-w-form"
        />
      )}
    </div>
    <Link to={to} className={buttonClass('secondary', 'small')}>
      {link}
    </Link>
  </div>
)
