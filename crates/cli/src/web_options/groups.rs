use dragoman_domain::Role;
use dragoman_web::GroupRoles;

use crate::configuration_error::ConfigurationError;

/// The groups of each role.
pub(super) struct RoleGroups<'a> {
    pub(super) translator: &'a [String],
    pub(super) terminology: &'a [String],
    pub(super) administrator: &'a [String],
    pub(super) operator: &'a [String],
}

/// Which groups have which roles. Fails if nobody could be let in.
pub(super) fn roles(
    section: &str,
    groups: RoleGroups<'_>,
) -> Result<GroupRoles, ConfigurationError> {
    let roles = GroupRoles::new([
        (Role::Translator, groups.translator.to_vec()),
        (Role::Terminology, groups.terminology.to_vec()),
        (Role::AccountAdministrator, groups.administrator.to_vec()),
        (Role::Operator, groups.operator.to_vec()),
    ]);
    if roles.is_empty() {
        let reason = "no group has a role, so nobody would be let in; [\"*\"] stands for everybody";
        let option = format!("{section}.translator_groups");
        return Err(ConfigurationError::new(&option, &reason));
    }
    Ok(roles)
}
