import { setTimeout as delay } from 'node:timers/promises'
import { sqlState } from './sql-state.ts'

const deadlock = '40P01'
const attempts = 5

/**
 * A customer's change and a step of the reconciler take the same rows in different orders; when they wait for each
 * other, PostgreSQL undoes one of them. Transactions here only write rows, so that one is simply run again.
 */
export const repeatDeadlocked =
  <Args extends unknown[], Result>(transact: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact(...args)
      } catch (error) {
        if (sqlState(error) !== deadlock || attempt === attempts) throw error
        await delay(Math.random() * 50 * attempt)
      }
    }
  }
