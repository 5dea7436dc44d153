import { isGroup, isOfPorts, type Group, type Tree } from "./tree.js";

/** So many boxes say what a model is, and more are too many to look at first. */
const FEW_BOXES = 8;
const MANY_BOXES = 30;

/**
 * The groups that are unfolded at first: those that wrap most of the model, or the largest as long as there are few
 * boxes.
 */
export function groupsToOpen(tree: Tree): Set<Group> {
  const open = new Set<Group>();
  let shown = tree.root.children.length;
  let folded = tree.root.children.filter(isGroup).filter((group) => !isOfPorts(group));
  for (;;) {
    folded.sort((a, b) => b.size - a.size);
    const isWanted = (group: Group): boolean => shown < FEW_BOXES || group.size * 2 > tree.root.size;
    const group = folded.find((each) => isWanted(each) && shown + each.children.length <= MANY_BOXES);
    if (group === undefined) {
      return open;
    }
    open.add(group);
    shown += group.children.length;
    folded = [...folded.filter((each) => each !== group), ...group.children.filter(isGroup)].filter((each) => !isOfPorts(each)); // prettier-ignore
  }
}
