import type { UseMutationResult } from '@tanstack/react-query'
import { useApiMutation } from '../../api/queries.ts'
import type { InputOf, ReplyOf, RouteName, SettingsRoute } from '../../contract.ts'
import { useToast } from '../notes/Toasts.tsx'
import { ActionForm, type FormProps } from './ActionForm.tsx'
import { Dialog } from './Dialog.tsx'

interface CommonProps<Input, Reply> extends FormProps<Input, Reply> {
  readonly title: string
  readonly onClose: () => void
}

interface DialogFormProps<Route extends SettingsRoute> extends CommonProps<InputOf<Route>, ReplyOf<Route>> {
  /** Called when the form is submitted. */
  readonly route: Route
  /** The queries whose answers the call changes. */
  readonly invalidates?: readonly RouteName[]
  /** Shown as a toast when the call has succeeded. */
  readonly doneToast?: string | ((reply: ReplyOf<Route>) => string)
}

/** A dialog with one form that calls one route. It closes when the call has succeeded. */
export function DialogForm<Route extends SettingsRoute>(props: DialogFormProps<Route>) {
  const { route, invalidates = [], doneToast, onDone, ...rest } = props
  const mutation = useApiMutation(route, { invalidates })
  const toast = useToast()
  const finish = (reply: ReplyOf<Route>) => {
    if (doneToast !== undefined) toast(typeof doneToast === 'function' ? doneToast(reply) : doneToast)
    onDone?.(reply)
  }
  return <MutationDialog {...rest} mutation={mutation} onDone={finish} />
}

interface MutationDialogProps<Input, Reply> extends CommonProps<Input, Reply> {
  readonly mutation: UseMutationResult<Reply, Error, Input>
  /** An error that a field shows. It isn't shown a second time. */
  readonly shownInField?: string | undefined
}

/** The same for any mutation. It can't be closed while the call is pending, so that the user sees the outcome. */
export function MutationDialog<Input, Reply>(props: MutationDialogProps<Input, Reply>) {
  const { title, mutation, onDone, onClose, ...form } = props
  const finish = (reply: Reply) => {
    onDone?.(reply)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} persistent={mutation.isPending}>
      <ActionForm {...form} mutation={mutation} onDone={finish} onCancel={onClose} />
    </Dialog>
  )
}
