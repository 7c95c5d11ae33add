use super::{Trace, Visit};

impl<M: Copy> Trace<M> {
    /// Drops what is too much: the visits furthest from the root, of equally far ones the last.
    pub(super) fn trim(&mut self) {
        if self.nodes.len() <= self.max_nodes {
            return;
        }
        let mut at: Vec<usize> = Vec::new();
        for node in &self.nodes {
            let ply = node.ply as usize;
            at.resize(at.len().max(ply + 1), 0);
            at[ply] += 1;
        }
        // Plies before `full_from` stay as they are, and of that one as many as there is room for.
        let (mut room, mut ply) = (self.max_nodes, 0);
        while at[ply] <= room {
            room -= at[ply];
            ply += 1;
        }
        self.full_from = ply as u32;
        // For each visit its new place, or that of the nearest one above that stays.
        let mut holders: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let mut stays: Vec<bool> = Vec::with_capacity(self.nodes.len());
        let mut kept: Vec<Visit<M>> = Vec::with_capacity(self.nodes.capacity());
        self.kin.clear();
        for mut node in self.nodes.drain(..) {
            let above = node.parent.and_then(|parent| holders[parent as usize]);
            let has_room = node.ply == self.full_from && room > 0;
            room -= usize::from(has_room);
            stays.push(has_room || node.ply < self.full_from);
            if has_room || node.ply < self.full_from {
                let id = kept.len() as u32;
                node.parent = above;
                node.first = node.first.and_then(|first| holders[first as usize]);
                let before = above.and_then(|above| self.kin[above as usize][0].replace(id));
                self.kin.push([None, before]);
                holders.push(Some(id));
                kept.push(node);
            } else {
                if let Some(above) = above {
                    kept[above as usize].left_out += 1 + node.left_out;
                }
                holders.push(above);
            }
        }
        self.nodes = kept;
        self.tricks.retain_mut(|left_out| {
            let stays = stays[left_out.node as usize];
            left_out.node = holders[left_out.node as usize].unwrap_or(0);
            stays
        });
        let mut stay = stays.iter();
        self.proofs.retain(|_| stay.next() == Some(&true));
        for open in &mut self.path {
            open.kept &= open.holder.is_some_and(|id| stays[id as usize]);
            open.holder = open.holder.and_then(|id| holders[id as usize]);
        }
        self.root = self.root.and_then(|id| holders[id as usize]);
        self.last = self.last.filter(|&id| stays[id as usize]).and_then(|id| holders[id as usize]);
    }
}
