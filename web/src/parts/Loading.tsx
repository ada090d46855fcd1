import { Skeleton, type SkeletonProps } from '@mantine/core'

/** The place of what is still on the way, of about its size: nothing jumps when it comes. */
export function Loading(props: SkeletonProps) {
  return <Skeleton aria-busy="true" {...props} />
}
