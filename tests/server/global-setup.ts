import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/** One PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const { stop, ...server } = await startTestServer()
  project.provide('testServer', server)
  return stop
}
