import { Skeleton, type SkeletonProps } from '@mantine/core'

/** Takes up about as much space as the content that is loading, so that nothing moves when it arrives. */
export function Loading(props: SkeletonProps) {
  return <Skeleton aria-busy="true" data-panel={Number(props.height) > 85 || undefined} {...props} />
}
