import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type {
  InstantlyAccount,
  InstantlyJob,
  InstantlyState,
  InstantlyTag,
  InstantlyWorkspace,
} from './state.ts'

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const errorBody = (status: number, message: string) => ({
  statusCode: status,
  error: statusTexts[status] ?? 'Error',
  message,
})
export const refuse = (c: Context, status: ContentfulStatusCode, message: string) =>
  c.json(errorBody(status, message), status)

export function accountBody(account: InstantlyAccount, tagsShown?: InstantlyTag[]) {
  return {
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    organization: account.workspaceId,
    status: account.status,
    warmup_status: account.warmupStatus,
    provider_code: account.providerCode,
    daily_limit: account.dailyLimit,
    sending_gap: account.sendingGap,
    stat_warmup_score: account.warmupScore,
    signature: account.signature,
    reply_to: account.replyTo,
    warmup: {
      limit: account.warmup.limit,
      increment: account.warmup.increment,
      reply_rate: account.warmup.replyRate,
      warmup_custom_ftag: account.warmup.tag,
      advanced: {
        warm_ctd: false,
        open_rate: 0,
        important_rate: 0,
        read_emulation: false,
        spam_save_rate: 0,
        weekday_only: false,
      },
    },
    tracking_domain_name: null,
    tracking_domain_status: null,
    enable_slow_ramp: account.slowRamp,
    setup_pending: account.setupPending ?? false,
    is_managed_account: false,
    timestamp_created: account.createdAt,
    timestamp_updated: account.updatedAt,
    timestamp_warmup_start: account.warmupStartedAt,
    ...(tagsShown && { tags: tagsShown.map(({ id, label }) => ({ id, label })) }),
  }
}

/**
 * What reading a single account answers; lists leave the message out.
 * https://developer.instantly.ai/api-reference/account/get-account
 */
export const singleAccountBody = (account: InstantlyAccount) => ({
  ...accountBody(account),
  status_message: account.statusMessage ?? null,
})

export const workspaceBody = (workspace: InstantlyWorkspace) => ({
  id: workspace.id,
  name: workspace.name,
  owner: workspace.owner,
  plan_id: workspace.planId,
  timestamp_created: workspace.createdAt,
  timestamp_updated: workspace.createdAt,
})

export const tagBody = (tag: InstantlyTag) => ({
  id: tag.id,
  label: tag.label,
  description: tag.description,
  organization_id: tag.workspaceId,
  timestamp_created: tag.createdAt,
  timestamp_updated: tag.createdAt,
})

/** A job as it stands on the sandbox's clock. */
export function jobBody({ world }: InstantlyState, job: InstantlyJob, dataFields: string[] = []) {
  const elapsed = world.now() - job.startedAt
  const progress = job.outcome ? 100 : Math.min(99, Math.floor((100 * elapsed) / Math.max(1, job.durationMs)))
  const status = job.outcome ? 'success' : progress > 5 ? 'in-progress' : 'pending'
  const data: Record<string, unknown> = {
    success_count: job.outcome?.succeeded ?? 0,
    // Inferred: that what is not counted yet comes as null, as other numbers of the vendor's do.
    failed_count: job.outcome?.failed ?? null,
    total_to_process: job.emails.length,
  }
  return {
    id: job.id,
    workspace_id: job.workspaceId,
    type: 'update-warmup-accounts',
    status,
    progress,
    entity_id: null,
    entity_type: 'workspace',
    data: Object.fromEntries(
      dataFields.filter((field) => field in data).map((field) => [field, data[field]]),
    ),
    created_at: new Date(job.startedAt).toISOString(),
    updated_at: new Date(Math.min(world.now(), job.startedAt + job.durationMs)).toISOString(),
  }
}
