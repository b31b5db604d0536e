import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { type SendingToolId, sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { type OpenedWorkspace, workspaceValues } from '#features/tools/rules/tool-trial.ts'
import { trialRefusalOf } from '#features/tools/web/credentials/trial-refusal.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { type GroupDetails, updateGroup } from '../../api/groups.ts'
import { type ChangedBy, changedMeanwhileMessages, presentDetails } from '../../rules/changed-meanwhile.ts'
import { isChangedMeanwhile, type News } from '../shared/changed-meanwhile.tsx'
import { useDialogEntries } from '../shared/kept-dialog.tsx'
import { groupQuery, refetchOrders } from '../shared/orders-query.ts'
import {
  changedEntries,
  detailsNews,
  entriesOf,
  entryProblems,
  type OrderEntries,
  rebaseEntries,
  updateOf,
} from './order-entries.ts'

const isSame = (some: GroupDetails, other: GroupDetails) =>
  JSON.stringify(some.basis) === JSON.stringify(other.basis)

/** Credentials of another tool than the one that was left are not this one's. */
const leftOver = (present: OrderEntries, left: Partial<OrderEntries> = {}): OrderEntries => ({
  ...present,
  ...left,
  values: left.tool && left.tool !== present.tool ? {} : present.values,
})

const noProblems: ReturnType<typeof entryProblems> = {
  forwarding: undefined,
  companyName: undefined,
  picture: undefined,
  tool: [],
  any: false,
}

/** All that was entered but for the credentials, which are secrets. */
const entered = z.object({
  forwarding: z.string(),
  companyName: z.string(),
  profilePictureLink: z.string(),
  tool: z.enum(sendingToolIds),
})

/** What a refusal asked for. */
interface Answer {
  evenUntried?: true
  movesInboxes?: true
  /** What is entered by then, where that is not shown yet. */
  entered?: OrderEntries
}

/** What is entered in the dialog, over a group that may be changed meanwhile, and how it is saved. */
export function useOrderEdit(fetched: GroupDetails, onSaved: () => void) {
  /** What the entries are based on, and what was fetched last. */
  const [group, setGroup] = useState(fetched)
  const [seen, setSeen] = useState(fetched)
  const [news, setNews] = useState<News>()
  const [left, keep] = useDialogEntries(entered)
  const [entries, setShown] = useState(() => leftOver(entriesOf(fetched), left))
  const setEntries = (apply: (present: OrderEntries) => OrderEntries) => {
    setShown(apply)
    keep((before) => {
      const { values: _, ...kept } = apply({ ...entries, ...before })
      return kept
    })
  }
  const [tries, setTries] = useState(0)

  const saving = useAction({
    mutationFn: ({ entered = entries, ...answer }: Answer) =>
      call(updateGroup, {
        params: { groupId: group.groupId },
        body: { ...updateOf(entered, group), ...answer },
      }),
    meta: { quiet: true },
    onSuccess: ({ message }) => {
      toast.success(message)
      void refetchOrders()
      onSaved()
    },
    onError: async (error) => {
      if (!isChangedMeanwhile(error)) return
      const { changed } = presentDetails.parse(error.details)
      rebaseOn(await queryClient.fetchQuery({ ...groupQuery(group.groupId), staleTime: 0 }), changed)
    },
  })
  const rebaseOn = (now: GroupDetails, changed: ChangedBy) => {
    setNews({ title: changedMeanwhileMessages.details, changes: detailsNews(group, now), changed })
    setEntries((present) => rebaseEntries(present, group, now))
    setGroup(now)
  }
  if (!saving.isPending && !saving.isSuccess && !isSame(seen, fetched)) {
    setSeen(fetched)
    if (!isSame(group, fetched)) rebaseOn(fetched, null)
  }

  const problems = entryProblems(entries, group)
  const trial = trialRefusalOf(saving.error)
  /** What was tried is not what stands there any more. */
  const forgetTrial = () => {
    if (trial) saving.reset()
  }
  /** Beside what was answered before: one refusal may follow another. */
  const answer = (given: Answer) => {
    const { entered: _, ...before } = saving.variables ?? {}
    saving.mutate({ ...before, ...given })
  }
  const shownProblems = () => {
    if (tries === 0) return noProblems
    return problems.any || !trial ? problems : { ...problems, tool: trial.problems }
  }
  return {
    group,
    news,
    entries,
    isChanged: changedEntries(entries, group).any,
    /** What is wrong, once saving was tried. */
    problems: shownProblems(),
    /** What the sending tool says of the entered credentials, or that it could not be asked. */
    trial,
    saveAnyway: () => answer({ evenUntried: true }),
    nameOpened: (opened: OpenedWorkspace) => {
      const entered = { ...entries, values: { ...entries.values, ...workspaceValues(opened) } }
      setEntries(() => entered)
      saving.mutate({ entered })
    },
    moveInboxes: () => answer({ movesInboxes: true }),
    saving,
    /** How often saving was tried. */
    tries,
    enter: (change: Partial<OrderEntries>) => setEntries((present) => ({ ...present, ...change })),
    enterValue: (field: string, value: string) => {
      forgetTrial()
      setEntries((present) => ({ ...present, values: { ...present.values, [field]: value } }))
    },
    chooseTool: (tool: SendingToolId) => {
      if (tool === entries.tool) return
      const { tool: present, values } = entriesOf(group)
      forgetTrial()
      setEntries((before) => ({ ...before, tool, values: tool === present ? values : {} }))
      setTries(0)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      setTries(tries + 1)
      if (!problems.any) saving.mutate({})
    },
  }
}
export type OrderEdit = ReturnType<typeof useOrderEdit>
