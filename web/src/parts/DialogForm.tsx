import type { ReactNode } from 'react'
import { useApiMutation } from '../api/queries.ts'
import type { InputOf, ReplyOf, RouteName, SettingsRoute } from '../contract.ts'
import { ActionForm, type FormProps } from './ActionForm.tsx'
import { Dialog } from './Dialog.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { useToast } from './Toasts.tsx'

interface DialogFormProps<Route extends SettingsRoute> extends FormProps<InputOf<Route>, ReplyOf<Route>> {
  readonly title: string
  /** Called when the form is submitted. */
  readonly route: Route
  /** The queries whose answers the call changes. */
  readonly invalidates?: readonly RouteName[]
  /** Shown as a toast when the call has succeeded. */
  readonly doneToast?: string | ((reply: ReplyOf<Route>) => string)
  /** Shown in place of the form when the call has succeeded, for a secret that is shown only once. */
  readonly result?: (reply: ReplyOf<Route>) => { readonly title: string; readonly content: ReactNode }
  readonly onClose: () => void
}

/** A dialog with one form that calls one route. It closes when the call has succeeded, unless it shows a result. */
export function DialogForm<Route extends SettingsRoute>(props: DialogFormProps<Route>) {
  const { title, route, invalidates = [], doneToast, result, onDone, onClose, ...form } = props
  const mutation = useApiMutation(route, { invalidates })
  const toast = useToast()
  const finish = (reply: ReplyOf<Route>) => {
    if (doneToast !== undefined) toast(typeof doneToast === 'function' ? doneToast(reply) : doneToast)
    onDone?.(reply)
    if (!result) onClose()
  }
  if (result && mutation.data !== undefined) {
    const { title: resultTitle, content } = result(mutation.data)
    return (
      <ResultDialog title={resultTitle} onClose={onClose}>
        {content}
      </ResultDialog>
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <ActionForm {...form} mutation={mutation} onDone={finish} onCancel={onClose} />
    </Dialog>
  )
}
