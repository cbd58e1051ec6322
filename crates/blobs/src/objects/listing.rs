use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use futures_util::stream::{BoxStream, Fuse};
use object_store::ObjectMeta;
use object_store::path::Path;

use crate::objects::failure::Failure;

/// As many objects as storages tell at a time.
const PAGE: usize = 1000;

/// The objects in a folder, told page by page.
pub(crate) struct Listing {
    objects: Fuse<BoxStream<'static, object_store::Result<ObjectMeta>>>,
    folder: Path,
    patience: Duration,
}

/// An object in a folder.
pub(crate) struct Listed {
    /// Its name, and before that those of the folders that it is in.
    pub(crate) names: Vec<String>,
    pub(crate) written: SystemTime,
}

impl Listing {
    pub(crate) fn new(
        objects: BoxStream<'static, object_store::Result<ObjectMeta>>,
        folder: Path,
        patience: Duration,
    ) -> Self {
        Self {
            // The end is asked for once more, to tell it from a page.
            objects: objects.fuse(),
            folder,
            patience,
        }
    }

    /// The next objects; none at the end. It takes about as long as one request.
    pub(crate) async fn page(&mut self) -> Result<Vec<Listed>, Failure> {
        let mut page = Vec::new();
        while page.len() < PAGE {
            let next = tokio::time::timeout(self.patience, self.objects.next());
            let next = next.await.map_err(|_| Failure::too_slow())?;
            let Some(object) = next else {
                break;
            };
            page.push(self.listed(&object?));
        }
        Ok(page)
    }

    fn listed(&self, object: &ObjectMeta) -> Listed {
        let names = object.location.prefix_match(&self.folder);
        let names = names.into_iter().flatten();
        Listed {
            names: names.map(|name| name.as_ref().to_owned()).collect(),
            written: object.last_modified.into(),
        }
    }
}
