import { beyondSoldText } from '#features/plans/rules/beyond-sold.ts'
import { Alert } from '#ui/alert.tsx'

/** That a daily limit is more than plans sell, which everybody in the same tenant may have to bear. */
export function BeyondSoldNote({ limit }: { limit: number | undefined }) {
  const text = beyondSoldText(limit)
  return (
    text && (
      <Alert tone="warning" className="mt-3">
        {text}
      </Alert>
    )
  )
}
