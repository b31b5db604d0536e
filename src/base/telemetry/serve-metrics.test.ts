import { expect, test } from 'vitest'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workItems } from '../db/schema/index.ts'
import { serveMetrics } from './serve-metrics.ts'

const { deps, customer } = await createTestWorld()

test('measurements are served where METRICS_HOST says, whatever address the product itself listens on', async () => {
  const everywhere = { ...deps, config: { ...deps.config, host: '0.0.0.0', metricsHost: '127.0.0.1' } }
  const served = await serveMetrics(everywhere, 0)
  expect(served.host).toBe('127.0.0.1')
  await served.close()
})

test('requests, calls to third parties and waiting work are measured, by route and never by name', async () => {
  const served = await serveMetrics(deps, 0)
  const read = async (path = '/metrics') => fetch(`http://127.0.0.1:${served.port}${path}`)
  try {
    const person = await customer()
    // The process counts for all the tests that it has run.
    const before = refusedGroups(await (await read()).text())
    await person.get('/api/orders/groups/bun_nobody')
    await person.post('/api/payments/quote', {
      plan: 'azure',
      orderCount: 1,
      domainOption: 'own',
      domains: ['secretplan.com', 'secretplan.net'],
      promotionCode: 'LAUNCH60',
    })
    await deps.db
      .insert(workItems)
      .values({ id: 'wrk_1', kind: 'tool_upload', subject: 'secretplan.com', instructions: 'Upload it.' })
    const text = await (await read()).text()
    expect(refusedGroups(text)).toBe(before + 1)
    expect(text).toMatch(
      /inboxyard_vendor_call_seconds_count\{vendor="stripe",operation="findPromotion",outcome="ok"\} \d/,
    )
    expect(text).toContain('inboxyard_waiting{what="work_items"} 1')
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).not.toMatch(/secretplan|bun_nobody|@example/)
    expect((await read('/')).status).toBe(404)
  } finally {
    await served.close()
  }
})

/** How often a group was asked for that is not there. */
const refusedGroups = (metrics: string): number =>
  Number(
    /inboxyard_http_request_seconds_count\{method="GET",route="\/api\/orders\/groups\/:groupId",status="404"\} (\d+)/.exec(
      metrics,
    )?.[1] ?? 0,
  )
