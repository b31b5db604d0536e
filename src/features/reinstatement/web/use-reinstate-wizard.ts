import { type OpenedWorkspace, workspaceValues } from '#features/tools/rules/tool-trial.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import {
  checkBasicConfiguration,
  checkReinstateForm,
  checkUserConfiguration,
  type ReinstateForm,
} from '../rules/reinstate-form.ts'
import { reinstatePrice } from '../rules/reinstate-price.ts'
import { plansOfCards, type SelectedDomain, selectedPlatforms } from '../rules/reinstate-selection.ts'
import { namesOf, useReinstateForm } from './use-reinstate-form.ts'
import { useReinstatement } from './use-reinstatement.ts'
import { type ReinstateStepId, useSavedSteps } from './use-saved-steps.ts'

/** The form with its steps, what it costs, and the request it comes down to. */
export function useReinstateWizard(domains: readonly SelectedDomain[]) {
  const platforms = selectedPlatforms(domains)
  const prices = usePrices()
  const { edit, editTool, ...form } = useReinstateForm(domains)
  const { confirm, fail, dismiss, offered, ...reinstatement } = useReinstatement(domains, form.standing)
  const isComplete = checkReinstateForm(form.form, platforms).ok
  const { edited, save, ...steps } = useSavedSteps(namesOf(domains), isComplete)

  /** The whole form, in the order of the steps; a problem opens the step it belongs to, and is told once. */
  const checkAll = (entered: ReinstateForm = form.form) => {
    const outcome = checkReinstateForm(entered, platforms)
    if (outcome.ok) return outcome.value
    const isBasicWrong = !checkBasicConfiguration(entered).ok
    const isUsersWrong = !checkUserConfiguration(entered, platforms).ok
    steps.setOpen(isBasicWrong ? 'basic' : isUsersWrong ? 'users' : 'tool')
    // The sending tool's fields say themselves what is wrong with them.
    if (isBasicWrong || isUsersWrong) fail(outcome.problem.message)
    else dismiss()
    return undefined
  }
  const confirmAs = (entered?: ReinstateForm) => {
    const details = checkAll(entered)
    if (details) confirm(details, price)
  }
  const touch = (step: ReinstateStepId) => {
    dismiss()
    edited(step)
  }
  const price = offered ?? reinstatePrice(plansOfCards(domains), form.costAgain ?? [], prices)
  return {
    ...form,
    ...reinstatement,
    platforms,
    steps,
    price,
    /** Whether it is known which domains cost extra. */
    isPriceKnown: Boolean(offered ?? form.costAgain),
    editStep: (step: ReinstateStepId, change: Parameters<typeof edit>[0]) => {
      edit(change)
      touch(step)
    },
    editTool: (name: string, value: string) => {
      editTool(name, value)
      touch('tool')
    },
    saveStep: (step: ReinstateStepId) => {
      if (step !== 'tool' || checkAll()) save(step)
    },
    confirm: () => confirmAs(),
    /** Comes back in the workspace that the credentials open. */
    nameOpened: (opened: OpenedWorkspace) => {
      const named = workspaceValues(opened)
      for (const [name, value] of Object.entries(named)) editTool(name, value)
      confirmAs({ ...form.form, toolValues: { ...form.toolValues, ...named } })
    },
  }
}
export type ReinstateWizardState = ReturnType<typeof useReinstateWizard>
