import Messages
import Plants
import Recognition

/// A sensor or button of Home Assistant, with its description.
struct HomeAssistantEntity {
    /// The kind of entity: "sensor", "binary_sensor", "button".
    let component: String
    /// Its name among the entities of the household.
    let object: String
    let description: Description

    /// The payload of a description; the names are Home Assistant's.
    struct Description: Encodable {
        struct Device: Encodable {
            let identifiers: [String]
            let name: String
            var manufacturer: String?
            var model: String?
            var suggestedArea: String?
            var viaDevice: String?
            var softwareVersion: String?
            var address: String?

            private enum CodingKeys: String, CodingKey {
                case identifiers, name, manufacturer, model
                case suggestedArea = "suggested_area"
                case viaDevice = "via_device"
                case softwareVersion = "sw_version"
                case address = "configuration_url"
            }
        }

        struct Origin: Encodable {
            let name = "Stillroom"
            let version: String

            private enum CodingKeys: String, CodingKey {
                case name
                case version = "sw_version"
            }
        }

        let name: String
        let uniqueID: String
        let availability: String
        let device: Device
        let origin: Origin
        var state: String?
        var template: String?
        var attributes: String?
        var command: String?
        var pressed: String?
        var deviceClass: String?
        var icon: String?

        private enum CodingKeys: String, CodingKey {
            case name, device, origin, icon
            case uniqueID = "unique_id"
            case availability = "availability_topic"
            case state = "state_topic"
            case template = "value_template"
            case attributes = "json_attributes_topic"
            case command = "command_topic"
            case pressed = "payload_press"
            case deviceClass = "device_class"
        }
    }

    /// The sensors of all tasks, and the button that waters all.
    static func household(_ home: HomeAutomation, _ options: HomeAutomation.Options) -> [Self] {
        let device = home.device(options)
        let tasks = home.base + "/tasks"
        return [
            home.entity("sensor", "tasks_due", localized("Tasks due"), device, options) {
                $0.state = tasks
                $0.template = "{{ value_json.due }}"
                $0.attributes = tasks
                $0.icon = "mdi:sprout"
            },
            home.entity("sensor", "tasks_overdue", localized("Tasks overdue"), device, options) {
                $0.state = tasks
                $0.template = "{{ value_json.overdue }}"
                $0.icon = "mdi:sprout-outline"
            },
            home.entity("button", "water_all", localized("Water all due plants"), device, options) {
                $0.command = home.base + "/water-all/set"
                $0.pressed = HomeAutomation.pressed
                $0.icon = "mdi:watering-can"
            },
        ]
    }

    /// The sensors and the button of a plant, which is a device of its own.
    static func plant(_ plant: Plant, _ home: HomeAutomation, _ options: HomeAutomation.Options) -> [Self] {
        let device = Description.Device(
            identifiers: ["\(home.node)_\(plant.id.rawValue)"], name: plant.name,
            model: plant.taxon?.scientificName, suggestedArea: plant.room, viaDevice: home.node)
        let state = "\(home.base)/plants/\(plant.id.rawValue)"
        let name = plant.id.rawValue
        return [
            home.entity("sensor", name + "_next_watering", localized("Next watering"), device, options) {
                $0.state = state
                $0.template = "{{ value_json.next_watering }}"
                $0.deviceClass = "date"
            },
            home.entity("binary_sensor", name + "_needs_care", localized("Needs care"), device, options) {
                $0.state = state
                $0.template = "{{ value_json.needs_care }}"
                $0.attributes = state
                $0.deviceClass = "problem"
            },
            home.entity("button", name + "_watered", localized("Watered"), device, options) {
                $0.command = state + "/watered/set"
                $0.pressed = HomeAutomation.pressed
                $0.icon = "mdi:watering-can"
            },
        ]
    }

    /// The sensors of doses.
    static func doses(_ home: HomeAutomation, _ options: HomeAutomation.Options) -> [Self] {
        let device = home.device(options)
        let doses = home.base + "/doses"
        return [
            home.entity("sensor", "doses_due", localized("Doses due"), device, options) {
                $0.state = doses
                $0.template = "{{ value_json.due }}"
                $0.icon = "mdi:pill"
            },
            home.entity("sensor", "next_dose", localized("Next dose"), device, options) {
                $0.state = doses
                $0.template = "{{ value_json.next }}"
                $0.deviceClass = "timestamp"
            },
        ]
    }
}

extension HomeAutomation {
    /// The household itself.
    fileprivate func device(_ options: Options) -> HomeAssistantEntity.Description.Device {
        .init(
            identifiers: [node], name: "Stillroom", manufacturer: "Stillroom", softwareVersion: options.version,
            address: options.address)
    }

    fileprivate func entity(
        _ component: String, _ object: String, _ name: String, _ device: HomeAssistantEntity.Description.Device,
        _ options: Options, _ change: (inout HomeAssistantEntity.Description) -> Void
    ) -> HomeAssistantEntity {
        var description = HomeAssistantEntity.Description(
            name: name, uniqueID: "\(node)_\(object)", availability: availability, device: device,
            origin: .init(version: options.version))
        change(&description)
        return HomeAssistantEntity(component: component, object: object, description: description)
    }
}
